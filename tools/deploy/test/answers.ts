export type Asked = {
	method: string;
	/** below the account, or from the root, e.g. `/zones` */
	path: string;
	query: URLSearchParams;
	headers: Headers;
	body: Uint8Array<ArrayBuffer>;
};

export class Refusal extends Error {
	readonly status: number;
	readonly code: number;

	constructor(status: number, code: number, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

export type Answer = { status: number; body: object; headers?: Record<string, string> };

export function success(result: unknown): Answer {
	return { status: 200, body: { success: true, errors: [], messages: [], result } };
}

export function refused({ status, code, message }: Refusal): Answer {
	const errors = [{ code, message }];
	return { status, body: { success: false, errors, messages: [], result: null } };
}

export function json<T>(asked: Asked): T {
	try {
		return JSON.parse(Buffer.from(asked.body).toString("utf8")) as T;
	} catch {
		throw new Refusal(400, 10002, "Could not parse the request's body as JSON");
	}
}
