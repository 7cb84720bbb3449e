/** Events of the operator's account with an effect here; a deploy subscribes to them. */
export const PROVIDER_EVENTS = [
	"payment_intent.succeeded",
	"payment_intent.payment_failed",
	"payment_intent.processing",
	"payment_intent.amount_capturable_updated",
	"payment_intent.canceled",
	"charge.updated",
	"charge.refunded",
	"charge.refund.updated",
	"refund.updated",
	"refund.failed",
	"charge.dispute.created",
	"charge.dispute.updated",
	"charge.dispute.funds_withdrawn",
	"charge.dispute.funds_reinstated",
	"charge.dispute.closed",
	"radar.early_fraud_warning.created",
	"customer.subscription.created",
	"customer.subscription.updated",
	"customer.subscription.deleted",
	"invoice.paid",
	"invoice.payment_failed",
	"invoice.payment_action_required",
] as const;

/** Sent only to a separate endpoint, for connected accounts. */
export const CONNECT_EVENTS = ["account.updated", "account.application.deauthorized"] as const;
