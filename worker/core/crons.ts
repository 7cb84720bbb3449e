/**
 * Cron expressions, the same as in wrangler.toml (tested), and their periods in ms for the local runtime, which
 * never fires cron triggers.
 */
export const CRONS = {
	mails: { expression: "* * * * *", everyMs: 60_000 },
	repairs: { expression: "*/5 * * * *", everyMs: 300_000 },
	cleanups: { expression: "17 * * * *", everyMs: 3_600_000 },
	backup: { expression: "2-59/5 * * * *", everyMs: 300_000 },
	nightly: { expression: "43 3 * * *", everyMs: 86_400_000 },
} as const;

export type CronName = keyof typeof CRONS;
