export { findSignatureFault, type SignatureCheck } from "./find-signature-fault.ts";
