/**
 * Cron expressions, which wrangler.toml must repeat (a test compares them), and the period in ms for the local
 * runtime, whose cron triggers never fire by themselves.
 */
export const CRONS = {
	mails: { expression: "* * * * *", everyMs: 60_000 },
	repairs: { expression: "*/5 * * * *", everyMs: 300_000 },
	cleanups: { expression: "17 * * * *", everyMs: 3_600_000 },
	backup: { expression: "2-59/5 * * * *", everyMs: 300_000 },
	nightly: { expression: "43 3 * * *", everyMs: 86_400_000 },
} as const;

export type CronName = keyof typeof CRONS;
