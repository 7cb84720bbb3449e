import type { ShareResponse } from "../../../worker/contract/catalogue/shares.ts";
import type { PaymentReturn } from "./use-payment-return.ts";

/** What the page of a share shows once its data is there. */
export type LoadedProps = { page: ShareResponse; payment: PaymentReturn };
