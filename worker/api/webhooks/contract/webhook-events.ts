// Without Zod: the command line has it too.

export const WEBHOOK_EVENTS = [
	"sale.created",
	"sale.refunded",
	"sale.refund_failed",
	"dispute.opened",
	"dispute.closed",
	"claim.created",
	"claim.approved",
	"claim.declined",
	"upload.completed",
	"share.published",
	"share.updated",
	"share.deleted",
	"share.taken_down",
	"share.restored",
	"subscription.updated",
	"payout.paid",
	"payout.failed",
	"payout.reversed",
] as const;
/** Every event, including those added later. */
export const ALL_EVENTS = "*";
