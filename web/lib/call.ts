import { ApiFailure, failureOf } from "./failure.ts";
import { signInAgain } from "./sign-in-again.ts";

/**
 * `fetch` that throws an ApiFailure for anything but success. A call without a response is an ApiFailure
 * with status 0 and code `network`. A call that changes something after the session has ended waits until
 * the creator has signed in again, and is repeated.
 */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	const response = await send(input, init);
	if (response.ok) return response;
	const failure = await failureOf(response);
	const isChange = init?.method !== undefined && init.method !== "GET" && init.method !== "HEAD";
	if (failure.code !== "auth.required" || !isChange || !(await signInAgain())) throw failure;
	const repeated = await send(input, init);
	if (!repeated.ok) throw await failureOf(repeated);
	return repeated;
}

async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
	try {
		return await fetch(input, { credentials: "same-origin", ...init });
	} catch (error) {
		if (init?.signal?.aborted) throw error;
		throw new ApiFailure(0, {
			message: "We can't reach the server. Please check your connection and try again.",
		});
	}
}

/**
 * Makes one JSON call without the typed client; `T` comes from the contract. For pages that must stay
 * small.
 */
export async function call<T>(
	method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
	path: string,
	json?: unknown,
	headers: Record<string, string> = {},
): Promise<T> {
	const response = await apiFetch(path, {
		method,
		headers: { ...headers, ...(json !== undefined && { "Content-Type": "application/json" }) },
		...(json !== undefined && { body: JSON.stringify(json) }),
	});
	const text = await response.text();
	// The contract's types describe this path's response; an empty body is for `T = void`.
	return (text ? JSON.parse(text) : undefined) as T;
}
