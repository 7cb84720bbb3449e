import { createHash, randomBytes } from "node:crypto";
import { on, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { COMMAND_LINE_ID } from "../../../../worker/accounts/applications/contract/command-line.ts";
import { OAuthRefusal } from "../api/api.ts";
import { CliFailure, EXIT } from "../failures.ts";
import { type Session, tokenText } from "../session.ts";
import { openBrowser } from "./open-browser.ts";

const SCOPES = [
	"shares:read",
	"shares:write",
	"sales:read",
	"sales:refund",
	"customers:read",
	"webhooks:write",
];
const WAIT_MS = 15 * 60_000;

const random = () => randomBytes(32).toString("base64url");

/** OAuth's loopback redirect (RFC 8252, 7.3). Throws after a refusal or a timeout. */
export async function browserToken(
	session: Session,
	origin: string,
	scopes: readonly string[] = SCOPES,
	waitMs = WAIT_MS,
): Promise<string> {
	const [verifier, state] = [random(), random()];
	const server = createServer().listen(0, "127.0.0.1");
	try {
		await once(server, "listening");
		const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
		const query = new URLSearchParams({
			response_type: "code",
			client_id: COMMAND_LINE_ID,
			redirect_uri: redirectUri,
			scope: scopes.join(" "),
			state,
			code_challenge: createHash("sha256").update(verifier).digest("base64url"),
			code_challenge_method: "S256",
		});
		show(session, origin, `${origin}/oauth/authorize?${query}`);
		const answer = await answerWith(server, state, session.signal, waitMs);
		const form = new URLSearchParams({
			grant_type: "authorization_code",
			client_id: COMMAND_LINE_ID,
			code: codeOf(answer, origin),
			redirect_uri: redirectUri,
			code_verifier: verifier,
			// Identifies the token in the creator's settings.
			device_name: [...hostname()].slice(0, 60).join(""),
		});
		const { access_token } = await session
			.apiOf(origin)
			.json<{ access_token: string }>("POST", "/oauth/token", {
				body: Buffer.from(String(form)),
				headers: { "content-type": "application/x-www-form-urlencoded" },
			});
		return tokenText(access_token, "The server's answer");
	} finally {
		server.close();
		server.closeAllConnections();
	}
}

function show({ out }: Session, origin: string, address: string): void {
	if (out.options.json) {
		out.progressLine({ event: "confirm", address });
		return;
	}
	out.note(
		[
			`To sign in to ${origin}, open this in a browser on this computer:`,
			"",
			`  ${address}`,
			"",
			`No browser here? Press Ctrl-C, create an access token at ${origin}/settings/programs,`,
			"and paste it into `tillbox login --with-token`.",
			"Waiting …",
		].join("\n"),
	);
	openBrowser(address);
}

async function answerWith(
	server: Server,
	state: string,
	stopped: AbortSignal,
	waitMs: number,
): Promise<URLSearchParams> {
	const signal = AbortSignal.any([stopped, AbortSignal.timeout(waitMs)]);
	try {
		for await (const [request, response] of on(server, "request", { signal })) {
			const { url = "/" } = request as IncomingMessage;
			const { searchParams } = new URL(url, "http://127.0.0.1");
			const isOurs = searchParams.get("state") === state;
			(response as ServerResponse)
				.writeHead(isOurs ? 200 : 404, { "content-type": "text/plain; charset=utf-8" })
				.end(isOurs ? "You can close this page and go back to the terminal." : "Not found.");
			if (isOurs) return searchParams;
		}
	} catch (error) {
		stopped.throwIfAborted();
		if (!signal.aborted) throw error;
	}
	throw new CliFailure("login.expired", EXIT.denied, "Nobody agreed in the browser in time.", {
		hints: ["Run `tillbox login` again."],
	});
}

/** Throws for a refusal, and for another server's answer (RFC 9207): that must not get the code. */
function codeOf(answer: URLSearchParams, origin: string): string {
	const issuer = answer.get("iss");
	if (issuer !== origin)
		throw new CliFailure(
			"login.issuer",
			EXIT.usage,
			`The answer is not from ${origin}, but from ${issuer ?? "an unknown server"}.`,
			{ hints: issuer ? [`If that is right, use --server ${issuer}.`] : [] },
		);
	const error = answer.get("error");
	if (error === "access_denied")
		throw new CliFailure("login.refused", EXIT.denied, "The sign-in was refused in the browser.");
	if (error !== null) throw new OAuthRefusal(error, answer.get("error_description") ?? error);
	return answer.get("code") ?? "";
}
