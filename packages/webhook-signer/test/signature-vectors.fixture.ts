/** Public test vectors for `X-Service-Signature`; the key is the whole secret as UTF-8. */
export const serviceSignatureVectors = [
  {
    secret: "convoy-webhook-secret",
    timestamp: 1_700_000_000,
    body: '{"event":"charge.success","amount":1000,"currency":"NGN"}',
    header: "t=1700000000,v1=1cdbc3c8e883cd0e7f835821ed2e653289f427834f450f3380838d85c082a16d",
  },
] as const;

/** Public Standard Webhooks test vectors, keyed with the base64-decoded part of the secret. */
export const standardWebhookVectors = [
  {
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  {
    secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    id: "msg_27UH4WbU6Z5A5EzD8u03UvzRbpk",
    timestamp: 1_649_367_553,
    body: '{"email":"test@example.com","username":"test_user"}',
    signature: "v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=",
  },
] as const;
