export const minuteMilliseconds = 60_000;

export const hourMilliseconds = 3_600_000;

export const dayMilliseconds = 86_400_000;
