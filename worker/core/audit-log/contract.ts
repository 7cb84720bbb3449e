/** Acts in the audit log, of creators on their own account and of the operator. */
export type AuditedAct =
	| "session.new_device"
	| "session.ended"
	| "password.changed"
	| "password.reset"
	| "address.change_begun"
	| "address.change_ended"
	| "address.change_agreed"
	| "address.changed"
	| "second_factor.on"
	| "second_factor.off"
	| "passkey.added"
	| "passkey.removed"
	| "access_token.added"
	| "access_token.removed"
	| "application.added"
	| "application.removed"
	| "application.connected"
	| "application.disconnected"
	| "webhook.added"
	| "webhook.moved"
	| "webhook.removed"
	| "webhook.secret_changed"
	| "payout.card_changed"
	| "payout.cash_app_changed"
	| "payout.link_changed"
	| "payout.cards_switched"
	| "payout.debits_switched"
	| "payout.currency_changed"
	| "share.price_changed"
	| "share.password_changed"
	| "share.deleted"
	| "share.taken_down"
	| "share.restored"
	| "share.released"
	| "share.original_seen"
	| "creator.suspended"
	| "creator.restored"
	| "creator.deleted"
	| "sanction.appealed"
	// Recorded before the provider is asked, so that there is a row whatever happens then.
	| "purchase.refund_ordered"
	| "purchase.revoked"
	| "purchase.restored"
	| "buyer.blocked"
	| "buyer.unblocked"
	| "purchase.receipt_sent"
	| "purchase.address_corrected"
	| "case.answered"
	| "case.noted"
	| "case.closed"
	| "case.reopened"
	| "mail.retried"
	| "job.run"
	| "switch.set";

/** An entry of the log, as the creator concerned may see it. */
export type AuditEntry = {
	/** its number in the log */
	id: number;
	/** the act */
	act: AuditedAct;
	/** the creator, the operator, or the service itself */
	by: "creator" | "operator" | "system";
	/** the title of the share or the reference of the purchase; null without one */
	subject: string | null;
	at: string;
};
