import { notice, type Run, right } from "./context.ts";
import { PlatformError } from "./platform-api.ts";

type Subscription = { state?: string; rate_plan?: { id?: string; public_name?: string } };
type SendingZone = { id: string; name: string };
type SendingDomain = { name: string; enabled?: boolean };

/** Adds a notice unless the plan suffices and mails can be sent. */
export async function checkAccount(run: Run): Promise<void> {
	const plans = await unlessRefused(() =>
		run.api.get<Subscription[] | null>(`${run.account}/subscriptions`),
	);
	if (plans === REFUSED)
		notice(
			run,
			"The plan could not be read with this sign-in: make sure that the account is on Workers Paid (https://dash.cloudflare.com/?to=/:account/workers/plans), since signing in needs more processor time than the free plan allows.",
		);
	else checkPlans(run, plans ?? []);
	await checkMail(run);
}

function checkPlans(run: Run, plans: readonly Subscription[]): void {
	const has = (what: RegExp) =>
		plans.some(
			({ state, rate_plan: plan }) =>
				!/cancel|expired|failed/i.test(state ?? "") &&
				what.test(`${plan?.id ?? ""} ${plan?.public_name ?? ""}`),
		);
	if (has(/workers.*(paid|standard|unbound|bundled)|enterprise/i))
		right(run, "the plan Workers Paid");
	else
		notice(
			run,
			"The account is on Workers Free, whose 10 ms of processor time are too little for signing in and previews: change to Workers Paid at https://dash.cloudflare.com/?to=/:account/workers/plans.",
		);
	if (has(/image/i)) right(run, "the plan of Cloudflare Images");
	else
		notice(
			run,
			"Cloudflare Images is on its free tier, which stops at 5,000 pictures a month: for more, choose a plan at https://dash.cloudflare.com/?to=/:account/images.",
		);
}

async function checkMail(run: Run): Promise<void> {
	const { MAIL_FROM: from = "", MAIL_HTTP_URL: url } = run.state.known.vars;
	if (url) return right(run, `mails go through ${new URL(url).host}`);
	const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? "";
	const todo = `add it at https://dash.cloudflare.com/?to=/:account/email-service/sending and run MAIL_FROM="Name <mail@your-domain>" npm run deploy, or name an HTTP mail provider with MAIL_HTTP_URL`;
	if (domain.endsWith(".workers.dev"))
		return notice(
			run,
			`No mail can be sent from ${domain}: you need a domain of your own for that; ${todo}.`,
		);
	const domains = await unlessRefused(() => sendingDomains(run));
	if (domains === REFUSED)
		return notice(
			run,
			`Whether mails can be sent from ${domain} could not be read with this sign-in: if it is not set up yet, ${todo}.`,
		);
	const found = domains.find(({ name }) => name === domain);
	if (found && found.enabled !== false) return right(run, `mails are sent from ${domain}`);
	notice(run, `No mail can be sent from ${domain}, which is not set up for sending: ${todo}.`);
}

async function sendingDomains(run: Run): Promise<SendingDomain[]> {
	const zones =
		(await run.api.get<SendingZone[] | null>(`${run.account}/email/sending/zones`)) ?? [];
	const lists = await Promise.all(
		zones.map(({ id }) =>
			run.api.get<SendingDomain[] | null>(`/zones/${id}/email/sending/subdomains`),
		),
	);
	return lists.flatMap((list) => list ?? []);
}

const REFUSED = Symbol("refused");

/** `REFUSED` without the right, or if the platform doesn't know the request. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | typeof REFUSED> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof PlatformError) return REFUSED;
		throw error;
	}
}
