import { PlainError } from "../local/processes.ts";
import type { Options, Surroundings } from "./context.ts";
import { type Credentials, EmptyAccount, PlatformApi, PlatformError } from "./platform-api.ts";
import type { StateFile } from "./state-file.ts";

/** Wrangler reads the same variable. */
const API = "https://api.cloudflare.com/client/v4";

const ADVICE =
	'Nobody is signed in to Cloudflare. Run `npx wrangler login` where there is a browser, or make an API token at https://dash.cloudflare.com/profile/api-tokens (template "Edit Cloudflare Workers", and the permission D1: Edit) and run: CLOUDFLARE_API_TOKEN=… npm run deploy';

type Account = { id: string; name: string };

/** `unknown` says why there is no account, in a dry run. */
type SignedIn = { api: PlatformApi; accountId: string; unknown: string | null };

export async function signIn(
	options: Options,
	around: Surroundings,
	state: StateFile,
): Promise<SignedIn> {
	const credentials = await credentialsOf(options, around);
	if (credentials === null) return withoutAccount(state, "nobody is signed in to Cloudflare");
	const api = new PlatformApi(around.env.CLOUDFLARE_API_BASE_URL || API, credentials, {
		isReadOnly: options.dryRun,
		pause: around.pause,
	});
	try {
		const accountId = await accountOf(api, around, state);
		state.learn({ accountId });
		return { api, accountId, unknown: null };
	} catch (error) {
		const isAway = error instanceof PlatformError && error.status === 0;
		if (!options.dryRun || !isAway) throw error;
		return withoutAccount(state, `Cloudflare's API at ${api.base} does not answer`);
	}
}

function withoutAccount(state: StateFile, unknown: string): SignedIn {
	state.forgetAccount();
	return { api: new EmptyAccount(), accountId: "", unknown };
}

/** null in a dry run without any */
async function credentialsOf(options: Options, around: Surroundings): Promise<Credentials | null> {
	const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_API_KEY: key } = around.env;
	const email = around.env.CLOUDFLARE_EMAIL;
	if (token) return { authorization: `Bearer ${token}` };
	if (key && email) return { "x-auth-key": key, "x-auth-email": email };
	const known = await around.wrangler.credentials();
	if (known) return known;
	if (options.dryRun && !options.rollback) return null;
	if (around.ask === null || options.dryRun) throw new PlainError(ADVICE);
	await around.wrangler.login();
	const after = await around.wrangler.credentials();
	if (!after) throw new PlainError(ADVICE);
	return after;
}

async function accountOf(
	api: PlatformApi,
	around: Surroundings,
	state: StateFile,
): Promise<string> {
	const accounts = await listAccounts(api);
	const wanted = around.env.CLOUDFLARE_ACCOUNT_ID || state.known.accountId;
	if (wanted) {
		// A token may be unable to list accounts.
		if (accounts.length === 0 || accounts.some(({ id }) => id === wanted)) return wanted;
		throw new PlainError(
			`This sign-in has no access to the account ${wanted}. It has: ${named(accounts)}. Sign in to the other one, or name another: CLOUDFLARE_ACCOUNT_ID=… npm run deploy`,
		);
	}
	const [first] = accounts;
	if (first && accounts.length === 1) return first.id;
	if (!first)
		throw new PlainError(
			"The API token is not valid, or may not list its accounts. If it is valid, name the account (its id stands in the dashboard's address): CLOUDFLARE_ACCOUNT_ID=… npm run deploy",
		);
	if (around.ask === null)
		throw new PlainError(
			`This sign-in has several accounts: ${named(accounts)}. Name one: CLOUDFLARE_ACCOUNT_ID=… npm run deploy`,
		);
	const answer = await around.ask(`Which account? ${named(accounts)}`, first.id);
	const chosen = accounts.find(({ id, name }) => id === answer || name === answer);
	if (!chosen) throw new PlainError(`There is no account "${answer}".`);
	return chosen.id;
}

const named = (accounts: readonly Account[]) =>
	accounts.map(({ id, name }) => `${name} (${id})`).join(", ");

async function listAccounts(api: PlatformApi): Promise<Account[]> {
	try {
		return (await api.get<Account[] | null>("/accounts?per_page=50")) ?? [];
	} catch (error) {
		if (!(error instanceof PlatformError)) throw error;
		// The code is the same if only this right is missing; later calls find out.
		if (error.status === 403 && error.codes.includes(10000)) return [];
		if ([400, 401, 403].includes(error.status))
			throw new PlainError(
				`Cloudflare does not accept the sign-in (${error.codes.join(", ") || error.status}): the token is wrong, expired or revoked. ${ADVICE.slice(ADVICE.indexOf("Run"))}`,
			);
		throw error;
	}
}
