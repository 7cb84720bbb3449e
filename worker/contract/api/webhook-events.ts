// Without Zod: the command line has it too.

/** The kinds of events that an endpoint can ask for. */
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
/** Stands for every event, also for those that are added later. */
export const ALL_EVENTS = "*";
