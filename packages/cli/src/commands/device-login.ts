import { hostname } from "node:os";
import { ApiFailure } from "../../../../web/lib/server/failure.ts";
import { systemClock } from "../../../../web/upload-engine/clock.ts";
import { OAuthRefusal } from "../api/api.ts";
import { CliFailure, EXIT } from "../failures.ts";
import { safeLine } from "../output/text.ts";
import { type Session, tokenText } from "../session.ts";

const CLIENT_ID = "tillbox-cli";
const GRANT_TYPE = "urn:ietf:params:oauth:grant-type:device_code";
/** What the commands need. */
const SCOPES = [
	"shares:read",
	"shares:write",
	"sales:read",
	"sales:refund",
	"customers:read",
	"webhooks:write",
];
/** RFC 8628: what is added to the interval at each `slow_down`. Seconds. */
const SLOW_DOWN_S = 5;

type DeviceCode = {
	device_code: string;
	user_code: string;
	verification_uri: string;
	verification_uri_complete?: string;
	/** seconds */
	expires_in: number;
	/** seconds */
	interval?: number;
};
type TokenResponse = { access_token: string };

/**
 * Signs in by the device authorization grant (RFC 8628): shows a code, which the creator confirms in a browser
 * where they are signed in, and asks for the token until they have. Throws when they refuse, or too late.
 */
export async function deviceToken(
	session: Session,
	origin: string,
	scopes: readonly string[] = SCOPES,
	clock = systemClock,
): Promise<string> {
	const api = session.apiOf(origin);
	const code = await api.json<DeviceCode>("POST", "/api/device/code", {
		form: {
			client_id: CLIENT_ID,
			client_name: "Tillbox command line",
			// By which the creator recognises the token in their settings.
			device_name: [...hostname()].slice(0, 60).join(""),
			scope: scopes.join(" "),
		},
	});
	show(session, origin, code);
	const end = clock.now() + code.expires_in * 1000;
	let interval = code.interval ?? SLOW_DOWN_S;
	for (;;) {
		await clock.sleep(interval * 1000, session.signal);
		if (clock.now() > end) throw expired();
		try {
			const form = { grant_type: GRANT_TYPE, device_code: code.device_code, client_id: CLIENT_ID };
			const { access_token } = await api.json<TokenResponse>("POST", "/api/device/token", { form });
			return tokenText(access_token, "The server's answer");
		} catch (error) {
			const oauth = error instanceof OAuthRefusal ? error.error : null;
			if (oauth === "slow_down")
				interval = (error as OAuthRefusal).interval ?? interval + SLOW_DOWN_S;
			else if (oauth === "expired_token") throw expired();
			else if (oauth === "access_denied")
				throw new CliFailure(
					"login.refused",
					EXIT.denied,
					"The sign-in was refused in the browser.",
				);
			else if (oauth !== "authorization_pending" && !isPassing(error)) throw error;
		}
	}
}

/** The code and the address, for a person; a script gets them as a line of JSON on stderr. */
function show({ out }: Session, origin: string, code: DeviceCode): void {
	const { user_code: userCode, verification_uri: uri, verification_uri_complete: complete } = code;
	if (out.options.json) {
		const data = {
			event: "confirm",
			userCode,
			verificationUri: uri,
			verificationUriComplete: complete,
		};
		out.progressLine(data);
		return;
	}
	out.note(
		[
			`To sign in to ${origin}, open`,
			"",
			`  ${safeLine(complete ?? uri)}`,
			"",
			`and confirm that it shows the code ${safeLine(userCode)}.`,
			"Waiting …",
		].join("\n"),
	);
}

const expired = () =>
	new CliFailure("login.expired", EXIT.denied, "The code has expired.", {
		hints: ["Run `tillbox login` again."],
	});

/** Without a response, or while the server is busy, the next question may be answered. */
const isPassing = (error: unknown): boolean =>
	error instanceof ApiFailure &&
	(error.status === 0 || error.status === 429 || error.status >= 500);
