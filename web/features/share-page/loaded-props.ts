import type { ShareResponse } from "../../../worker/contract/catalogue/shares.ts";
import type { PaymentReturn } from "./use-payment-return.ts";

export type LoadedProps = { page: ShareResponse; payment: PaymentReturn };
