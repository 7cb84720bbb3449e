import { PlainError } from "../local/processes.ts";

const ATTEMPTS = 3;
const TIMEOUT_MS = 60_000;
/** By method, unless plain JSON. */
const TYPES: Readonly<Record<string, string>> = { PATCH: "application/merge-patch+json" };

export type Credentials = Readonly<Record<string, string>>;

export class PlatformError extends PlainError {
	readonly status: number;
	/** the platform's codes, e.g. 10007 for an unknown Worker */
	readonly codes: readonly number[];

	constructor(message: string, status: number, codes: readonly number[]) {
		super(message);
		this.status = status;
		this.codes = codes;
	}
}

type Envelope = {
	success?: boolean;
	errors?: { code: number; message: string }[] | null;
	result?: unknown;
};

const RIGHTS: readonly (readonly [RegExp, string])[] = [
	[/\/d1\//, "Account > D1: Edit"],
	[/\/r2\//, "Account > Workers R2 Storage: Edit"],
	[/\/workers\/domains/, "Zone > Workers Routes: Edit, and Zone > DNS: Edit"],
	[/\/workers\//, "Account > Workers Scripts: Edit"],
	[/^\/zones|\/email\//, "Zone > Zone: Read, and Zone > Email Sending: Read"],
	[/\/subscriptions/, "Account > Billing: Read"],
	[/^\/accounts$|^\/memberships/, "Account > Account Settings: Read"],
];

const ADVICE: Readonly<Record<number, string>> = {
	7406: "the account has as many D1 databases as its plan allows; delete one, or change the plan",
	10027: "the Worker is larger than the account's plan allows; change to Workers Paid",
	10072:
		"the account has as many scheduled jobs as its plan allows; change the plan, or remove those of other Workers",
	10078: "there is no such version; `npx wrangler versions list` names those that can be served",
	10211:
		"there is no such version any more, or it has classes of another one; deploy the version of this folder instead",
};

/** Repeating such a call can't help. */
const isPermanent = (status: number) =>
	status >= 400 && status < 500 && ![404, 408, 409, 425, 429].includes(status);

function sentenceAbout(
	path: string,
	{ status, codes }: { status: number; codes: readonly number[] },
	details: string,
): string {
	const advice = codes.map((code) => ADVICE[code]).find(Boolean);
	if (!advice && (status === 401 || status === 403)) {
		const rights = RIGHTS.find(([pattern]) => pattern.test(path))?.[1];
		return `The platform refuses ${path} (${details}). ${rights ? `Give the API token the permission "${rights}"` : "Sign in again"}, and run the same command again.`;
	}
	if (advice || isPermanent(status))
		return `The platform refuses ${path}: ${details}. It would refuse the same again${advice ? `: ${advice}` : ", so correct what it names"}. What was done so far is kept.`;
	return `The platform answers ${path} with: ${details}. What was done so far is kept; run the same command again.`;
}

/** Repeats reads that fail temporarily, but no changes: they may have taken effect, which the next run checks. */
export class PlatformApi {
	readonly base: string;
	readonly #headers: Credentials;
	readonly #isReadOnly: boolean;
	readonly #pause: (ms: number) => Promise<void>;

	constructor(
		base: string,
		headers: Credentials,
		options: { isReadOnly: boolean; pause: (ms: number) => Promise<void> },
	) {
		this.base = base.replace(/\/$/, "");
		this.#headers = headers;
		this.#isReadOnly = options.isReadOnly;
		this.#pause = options.pause;
	}

	get<T>(path: string): Promise<T> {
		return this.#repeated<T>("GET", path);
	}

	async find<T>(path: string): Promise<T | null> {
		try {
			return await this.get<T>(path);
		} catch (error) {
			if (error instanceof PlatformError && error.status === 404) return null;
			throw error;
		}
	}

	ask<T>(path: string, body: object): Promise<T> {
		return this.#repeated<T>("POST", path, body);
	}

	change<T>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object): Promise<T> {
		if (this.#isReadOnly) throw new Error(`A dry run may not call ${method} ${path}.`);
		return this.#call<T>(method, path, body);
	}

	async #repeated<T>(method: string, path: string, body?: object): Promise<T> {
		for (let attempt = 1; ; attempt++) {
			try {
				return await this.#call<T>(method, path, body);
			} catch (error) {
				const isTransient =
					error instanceof PlatformError &&
					(error.status === 0 || error.status === 429 || error.status >= 500);
				if (!isTransient || attempt === ATTEMPTS) throw error;
				await this.#pause(500 * 2 ** attempt);
			}
		}
	}

	async #call<T>(method: string, path: string, body?: object): Promise<T> {
		let response: Response;
		let text: string;
		try {
			response = await fetch(`${this.base}${path}`, {
				method,
				headers: {
					...this.#headers,
					...(body && { "content-type": TYPES[method] ?? "application/json" }),
				},
				...(body && { body: JSON.stringify(body) }),
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			text = await response.text();
		} catch (error) {
			throw new PlatformError(
				`The platform's API at ${this.base} did not answer ${method} ${path} (${reasonOf(error)}). What was done so far is kept; run the same command again.`,
				0,
				[],
			);
		}
		const answer = parsed(text);
		const errors = answer?.errors ?? [];
		const isSuccess = response.ok && answer !== null && answer.success !== false;
		if (!isSuccess) {
			const words = errors.map(({ code, message }) => (code ? `${message} [${code}]` : message));
			const details = words.join("; ") || `status ${response.status}`;
			const refusal = { status: response.status, codes: errors.map(({ code }) => code) };
			throw new PlatformError(sentenceAbout(path, refusal, details), refusal.status, refusal.codes);
		}
		return answer.result as T;
	}
}

/** For a dry run without an account. */
export class EmptyAccount extends PlatformApi {
	constructor() {
		super("", {}, { isReadOnly: true, pause: async () => {} });
	}

	override async get<T>(): Promise<T> {
		return [] as T;
	}

	override async find(): Promise<null> {
		return null;
	}
}

function parsed(text: string): Envelope | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? value : null;
	} catch {
		return null;
	}
}

/** The innermost reason, such as ECONNREFUSED. */
export function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { cause } = error;
	if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
	return error.message;
}
