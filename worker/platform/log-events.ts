/**
 * Levels of log events. Comments say what happened and what to do; `npm run docs` copies them into docs/reference.md.
 * Nothing is to be done for events that are retried, unless they persist.
 */
export interface LogEvents {
	/** A request ended with a status of 500 or more. Look up its `code` under Errors. */
	"request.failed": "error";
	/** The scheduled job `job` threw; it runs again at its next turn. Runbook: mail, jobs and backups. */
	"job.failed": "error";
	/** A Stripe event couldn't be applied; retried every five minutes. Runbook: money. */
	"event.failed": "error";
	/** An open purchase couldn't be compared with Stripe; retried every five minutes. Runbook: money. */
	"reconcile.failed": "error";
	/** The ledger and Stripe disagree about a charge, refund or dispute. Runbook: money. */
	"books.differ": "error";
	/** A stored file is missing or differs from its record. Runbook: stored files. */
	"object.unreadable": "error";
	/** The nightly check found stored data that is wrong. Runbook: stored files. */
	"invariant.broken": "error";
	/** A published file's object is missing, so the share's sale was stopped. Runbook: stored files. */
	"cleanup.object_missing": "error";
	/** A row of the audit log is missing or was changed; later rows aren't sealed. Runbook: the audit log. */
	"audit_log.gap": "error";
	/** Sealing the audit log threw; retried every minute. */
	"audit_log.not_sealed": "error";
	/** Sending webhook messages after a request threw; `deliverWebhooks` sends them. */
	"webhook.flush_failed": "error";
	/** A webhook's outcome couldn't be stored; the message is sent again under the same id. */
	"webhook.not_recorded": "warn";
	/** A mail failed eight times; its text is kept for three days. Runbook: mail, jobs and backups. */
	"mail.given_up": "error";
	/** Sending mails after a request threw; retried every minute. */
	"mail.flush_failed": "error";
	/** An attempt to send a mail failed; retried. Many? Runbook: mail, jobs and backups. */
	"mail.not_sent": "warn";
	/** A limit against floods withheld a mail. Runbook: mail, jobs and backups. */
	"mail.withheld": "warn";
	/** Publishing an upload threw; retried at growing intervals up to an hour. */
	"upload.publish_failed": "error";
	/** What a failed upload stored couldn't be removed; retried by the session. */
	"upload.abandon_postponed": "error";
	/** What a failed upload stored couldn't be removed; `cleanupUploads` retries after two days. */
	"share.cleanup_failed": "error";
	/** A session missed stored parts while it was away; it finds them in the store. */
	"upload.acks_lost": "warn";
	/** The storage counter was away after publishing; it reads the record later. */
	"quota.commit_postponed": "warn";
	/** Deleted objects couldn't be removed; retried at growing intervals up to six hours. */
	"purge.failed": "error";
	/** Removing deleted objects is left to `runPurges`. */
	"purge.postponed": "warn";
	/** Removing a discarded upload's objects is left to `runPurges`. */
	"discard.postponed": "warn";
	/** A step of a share's deletion threw; retried every five minutes. */
	"deletion.not_finished": "error";
	/** A share's deletion is left to `finishDeletions`. */
	"deletion.postponed": "warn";
	/** A deleted share's buyer wasn't refunded. With `isAway` it is retried. Runbook: money. */
	"deletion.not_refunded": "warn";
	/** An open payment for a deleted share couldn't be cancelled; retried every five minutes. */
	"attempt.not_ended": "warn";
	/** A subscription couldn't be read from Stripe; retried hourly. */
	"subscription.not_reconciled": "error";
	/** A subscription couldn't be read for its owner's settings; retried hourly. */
	"subscription.not_refreshed": "warn";
	/** A deleted account's customer remains at Stripe; retried. Runbook: money. */
	"customer.not_deleted_yet": "warn";
	/** A creator's new address isn't at Stripe; retried. Runbook: money. */
	"customer.not_updated_yet": "warn";
	/** A download is missing in the access log, which is evidence in disputes: the database refused a write. */
	"download.not_recorded": "error";
	/** A viewer was denied original bytes. Look up its `reason` under Refused downloads. */
	"download.refused": "info";
	/** The client went away. */
	"download.broken": "info";
	/** The client went away. */
	"preview.broken": "info";
	/** R2 refused a read, which was repeated. Many? Runbook: uploads and files. */
	"object.read_repeated": "warn";
	/** A signed event names a payment without a record: another program uses the Stripe account. */
	"provider_event.unknown_payment": "warn";
	/** A signed event names a subscription without a record. After a restore? Runbook: restoring. */
	"provider_event.unknown_subscription": "warn";
	/** A payment was cancelled after several declined cards. Many? Runbook: costs and abuse. */
	"card.payment_cancelled": "warn";
	/** A payment isn't what its purchase says, and is refunded. Repeated: compare the code of both sides. */
	"payment.differs_from_quote": "warn";
	/** The bank refused an authorised payment; it was cancelled, and its copy is for sale again. */
	"capture.refused": "warn";
	/** An automatic refund failed; retried every five minutes. */
	"auto_refund.postponed": "warn";
	/** Other claims for a sold share stay open; retried every five minutes. */
	"claims.not_closed_yet": "warn";
	/** A withdrawal's refund failed; retried hourly. After a day refund it at Stripe: the law gives 14 days. */
	"withdrawal.refund_postponed": "warn";
	/** A transfer to a creator failed; retried. Runbook: money. */
	"payout.failed": "warn";
	/** A transfer couldn't be looked up after an error; retried. Runbook: money. */
	"payout.not_looked_up": "warn";
	/** Stripe had a transfer without a record, as after a restore; it was recorded, not repeated. */
	"payout.adopted": "warn";
	/** A connected account couldn't be read; retried every five minutes. Runbook: money. */
	"account.not_refreshed": "warn";
	/** A variable lacks the one it needs, so neither has an effect: set both, or remove `name`. */
	"config.half_set": "warn";
	/** The database didn't answer what is paused; the last answer applies. Runbook: the site. */
	"switches.unread": "warn";
	/** Turnstile doesn't answer. Runbook: costs and abuse. */
	"challenge.unavailable": "error";
	/** Turnstile refuses the secret key. Runbook: costs and abuse. */
	"challenge.refused": "error";
	/** A check of `/api/health` failed; `check` names it. Runbook: the site. */
	"health.away": "warn";
	/** A call to D1, R2 or a Durable Object failed. Runbook: faults of the platform. */
	"platform.fault": "warn";
	/** A message to buyers couldn't be started right away; the job sends it. */
	"update.delivery_failed": "error";
	/** A message to buyers ended early: suspended creator, unpublished share, or a week of limits. */
	"update.left_out": "warn";
	/** Scanning or publishing quarantined files threw; retried every minute. */
	"scan.failed": "error";
	/** The scanner found something in `file`. Runbook: scanning uploads. */
	"scan.match": "warn";
	/** The scanner failed; retried at growing intervals up to 15 minutes. Runbook: scanning uploads. */
	"scan.no_answer": "warn";
	/** Files waited for the scanner longer than `SCAN_TIMEOUT_MINUTES`. Runbook: scanning uploads. */
	"scan.timed_out": "warn";
	/** An application's code or refresh token was used twice, so its access ended. Many: tell its owner. */
	"oauth.reused": "warn";
	/** A passkey's counter didn't grow, so it may be a copy. Repeated: ask its owner to remove it. */
	"passkey.counter_regressed": "warn";
	/** A response to an `Idempotency-Key` wasn't kept, so a repetition may get 409. */
	"idempotency.not_stored": "warn";
	/** A view wasn't counted. Many: the database is overloaded. */
	"view.lost": "warn";
	/** A session's last use wasn't stored. Many: the database is overloaded. */
	"session.not_touched": "warn";
	/** A tool for AI assistants threw. Treat it like `request.failed`. */
	"mcp.tool_failed": "error";
	/** An MCP client sent something wrong. Many: the client is faulty, or newer than the library. */
	"mcp.refused": "warn";
	/** A picture's preview couldn't be made; the page shows a placeholder. */
	"preview.failed": "warn";
	/** The Images binding refused a picture; it was stored as sent. Many? Runbook: uploads and files. */
	"preview.not_encoded": "warn";
	/** The Images binding refused a narrow copy; the preview itself was sent. Many? Runbook: uploads and files. */
	"preview.not_narrowed": "warn";
	/** A link preview's picture couldn't be made; the logo was sent. Many? Runbook: uploads and files. */
	"card.failed": "warn";
	/** A profile picture couldn't be reduced. Many? Runbook: uploads and files. */
	"avatar.failed": "warn";
	/** A cached page's entrypoint failed; the page was made without the cache. Many: read its `error`. */
	"cached.failed": "error" | "warn";
	/** The platform's limit on purges is used up; retried every minute. */
	"cache.purge_refused": "warn";
	/** A cache purge threw; retried every minute. Pages are up to a minute old, previews up to five. */
	"cache.purge_failed": "error" | "warn";
	/** An upload without activity was removed. Many: find out what ends them. */
	"cleanup.upload": "warn";
	/** A share whose upload is gone was removed. Many: find out what ends them. */
	"cleanup.share": "warn";
	/** Objects without records were removed. Many: find out what ends their uploads. */
	"cleanup.objects": "warn";
	/** There are no backups, since `BACKUP_PUBLIC_KEY` is missing. Runbook: what a backup is. */
	"backup.not_configured": "warn";
	/** The previous backup hasn't ended. Runbook: mail, jobs and backups. */
	"backup.still_running": "warn";
	/** The bucket or key was removed during a backup. Runbook: what a backup is. */
	"backup.abandoned": "warn";
	/** A backup is complete up to `moment`. */
	"backup.finished": "info";
	/** The nightly check is done. */
	"invariants.checked": "info";
}
