import { ApiFailure } from "../../../web/lib/server/failure.ts";

export const EXIT = {
	ok: 0,
	unexpected: 1,
	usage: 2,
	denied: 3,
	notFound: 4,
	/** also a limit of the plan */
	conflict: 5,
	network: 6,
	cancelled: 7,
	file: 8,
	/** SIGINT, as shells report it */
	interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export class CliFailure extends Error {
	override readonly name = "CliFailure";
	readonly code: string;
	readonly exitCode: ExitCode;
	/** the server's more exact code */
	readonly reason: string | null;
	/** what to do, one line each */
	readonly hints: readonly string[];
	readonly details: Readonly<Record<string, unknown>>;

	constructor(
		code: string,
		exitCode: ExitCode,
		message: string,
		{
			reason = null,
			hints = [],
			details = {},
			cause,
		}: {
			reason?: string | null;
			hints?: readonly string[];
			details?: Record<string, unknown>;
			cause?: unknown;
		} = {},
	) {
		super(message, { cause });
		this.code = code;
		this.exitCode = exitCode;
		this.reason = reason;
		this.hints = hints;
		this.details = details;
	}
}

export const usageFailure = (message: string, hints: readonly string[] = []): CliFailure =>
	new CliFailure("usage", EXIT.usage, message, { hints });

/** Refusals with status 403 about a limit, not the caller. */
const LIMITS = new Set([
	"upload.limit_reached",
	"storage.quota_exceeded",
	"plan.feature_unavailable",
]);

function exitCodeOf({ status, code }: ApiFailure): ExitCode {
	if (LIMITS.has(code)) return EXIT.conflict;
	if (status === 401 || status === 402 || status === 403) return EXIT.denied;
	if (status === 404 || status === 410 || status === 451) return EXIT.notFound;
	if (status === 409 || status === 412) return EXIT.conflict;
	if (status === 0 || status === 408 || status === 429 || status >= 500)
		return status === 500 ? EXIT.unexpected : EXIT.network;
	return status >= 400 ? EXIT.usage : EXIT.unexpected;
}

type Described = Pick<
	CliFailure,
	"exitCode" | "code" | "reason" | "message" | "details" | "hints"
> & {
	status: number | null;
	requestId: string | null;
	fields: Readonly<Record<string, string>>;
};

const NOTHING = { reason: null, status: null, requestId: null, fields: {}, details: {}, hints: [] };

export function describe(error: unknown): Described {
	if (error instanceof CliFailure) {
		const { code, exitCode, reason, message, hints, details } = error;
		return { ...NOTHING, code, exitCode, reason, message, hints, details };
	}
	if (error instanceof ApiFailure) {
		const { code, reason = null, text: message, requestId, fields, details } = error;
		return {
			code,
			reason,
			message,
			requestId,
			fields,
			details,
			exitCode: exitCodeOf(error),
			status: error.status || null,
			hints: hintsFor(error),
		};
	}
	const { code, message } = error as Partial<NodeJS.ErrnoException>;
	const isFile = typeof code === "string" && /^E[A-Z]+$/.test(code);
	return {
		...NOTHING,
		exitCode: isFile ? EXIT.file : EXIT.unexpected,
		code: isFile ? code : "unexpected",
		message: message ?? String(error),
	};
}

function hintsFor({ code, status, details, requestId }: ApiFailure): string[] {
	if (code === "auth.required") return ["Sign in with `tillbox login`, or set TILLBOX_TOKEN."];
	if (code === "access_token.invalid")
		return ["Sign in again with `tillbox login`, or set another TILLBOX_TOKEN."];
	if (code === "access_token.scope_missing")
		return [
			`Sign in again with \`tillbox login\`, or use a token with ${details.scope ? `the permission ${details.scope}` : "more permissions"}.`,
		];
	if (code === "share.exists")
		return [
			`Share ${details.shareId ?? ""} has it. Where that is an unfinished upload, \`tillbox uploads\` lists it: resume or discard it.`,
		];
	if (code === "upload.too_many_open")
		return ["`tillbox uploads` lists them; `tillbox uploads discard ID` discards one."];
	if (code === "webhook.endpoint_off") return ["`tillbox webhooks on ENDPOINT` switches it on."];
	if (status === 500 && requestId) return ["Tell the request id when you ask for help."];
	return [];
}
