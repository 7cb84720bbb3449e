import type { User } from "../../../../worker/accounts/contract.ts";
import { command, flag, option } from "../arguments/command.ts";
import { CliFailure, describe, usageFailure } from "../failures.ts";
import { readSecret } from "../output/ask.ts";
import { type Session, tokenText } from "../session.ts";
import { forgetToken, keepToken } from "../settings/settings.ts";
import { browserToken } from "./browser-login.ts";

const login = command(
	"login",
	"sign in, in a browser or with an access token",
	{
		options: {
			withToken: flag("paste an access token, or send it to standard input"),
			scopes: option("LIST", "ask for these permissions only, with commas"),
		},
		examples: [
			"tillbox login --server https://tillbox.example # agree in the browser",
			"tillbox login --with-token < token.txt # use a token from Settings",
		],
		note: "The token is kept in the settings' folder, which only you can read. For scripts and CI, set TILLBOX_TOKEN instead: it is never stored.",
	},
	async (session, { withToken, scopes }) => {
		const origin = await session.origin();
		const token = withToken
			? tokenText(await readSecret(session, "Access token"), "Standard input")
			: await browserToken(session, origin, scopes?.split(/[\s,]+/).filter(Boolean));
		const user = await session.apiOf(origin, { token }).json<User>("GET", "/api/user");
		await keepToken(origin, token);
		session.out.result(
			{ server: origin, user: who(user) },
			`Signed in to ${origin} as ${user.email}.`,
		);
	},
);

const logout = command(
	"logout",
	"forget the token, and revoke it on the server",
	{ options: { keepToken: flag("forget it here only: it stays valid") } },
	async (session, options) => {
		const origin = await session.origin();
		if (process.env.TILLBOX_TOKEN)
			throw usageFailure("TILLBOX_TOKEN is set: this command can't forget it.", [
				"unset TILLBOX_TOKEN",
			]);
		const token = await session.token(origin);
		if (token === null)
			return session.out.result({ server: origin }, `You were not signed in to ${origin}.`);
		const problem = options.keepToken ? null : await revoke(session, origin, token);
		await forgetToken(origin);
		if (problem)
			throw new CliFailure(
				problem.code,
				problem.exitCode,
				`The token is forgotten here, but could not be revoked: ${problem.message}`,
				{ hints: [`Remove it at ${origin}/settings/programs.`] },
			);
		session.out.result({ server: origin }, `Signed out of ${origin}.`);
	},
);

/** Null, or the reason for a failure. */
async function revoke(session: Session, origin: string, token: string) {
	try {
		await session.apiOf(origin, { token }).json("DELETE", "/api/tokens/current");
		return null;
	} catch (error) {
		const described = describe(error);
		return described.code === "access_token.invalid" ? null : described;
	}
}

const whoami = command("whoami", "show who is signed in, and where", {}, async (session) => {
	const api = await session.api();
	const user = await api.json<User>("GET", "/api/user");
	const suspended = user.suspended ? ", suspended" : "";
	session.out.result(
		{ server: api.http.origin, user: who(user) },
		`${user.email} (${user.plan}${suspended}) at ${api.http.origin}`,
	);
});

const who = ({ id, email, displayName, currency, plan, emailVerified, suspended }: User) => ({
	id,
	email,
	displayName,
	currency,
	plan,
	emailVerified,
	suspended,
});

export const account = [login, logout, whoami];
