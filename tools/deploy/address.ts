import { createHash } from "node:crypto";
import { PlainError } from "../local/processes.ts";
import { change, type Run, right } from "./context.ts";
import { EmptyAccount, PlatformError } from "./platform-api.ts";

export type Address =
	| { kind: "domain"; origin: string; hostname: string; zoneId: string; isAttached: boolean }
	| { kind: "workers.dev"; origin: string };

type Subdomain = { enabled?: boolean; previews_enabled?: boolean };
type Zone = { id: string; name: string; status: string };
type AttachedDomain = { hostname: string; service: string; zone_id: string };

/** The platform's code for a workers.dev subdomain that is taken or not allowed. */
const SUBDOMAIN_UNAVAILABLE = 10031;

/** null without a domain. Throws if it can't be used. */
export async function findDomainAddress(run: Run): Promise<Address | null> {
	const { domain } = run.state.known;
	return domain ? findDomain(run, domain) : null;
}

export async function ensureDevAddress(run: Run): Promise<Address> {
	const subdomain = await ensureSubdomain(run);
	return { kind: "workers.dev", origin: `https://${run.name}.${subdomain}.workers.dev` };
}

async function findDomain(run: Run, hostname: string): Promise<Address> {
	const { api, account } = run;
	const attached = await api.get<AttachedDomain[]>(
		`${account}/workers/domains?hostname=${hostname}`,
	);
	const [own] = attached.filter((one) => one.hostname === hostname);
	if (own && own.service !== run.name)
		throw new PlainError(
			`${hostname} is already the address of the Worker ${own.service}. Choose another one (DOMAIN=…), or take it from that Worker in the dashboard first.`,
		);
	const origin = `https://${hostname}`;
	if (own) return { kind: "domain", origin, hostname, zoneId: own.zone_id, isAttached: true };
	if (api instanceof EmptyAccount)
		return { kind: "domain", origin, hostname, zoneId: "", isAttached: false };
	const zone = await zoneOf(run, hostname);
	return { kind: "domain", origin, hostname, zoneId: zone.id, isAttached: false };
}

async function zoneOf(run: Run, hostname: string): Promise<Zone> {
	const labels = hostname.split(".");
	for (let from = 0; from < labels.length - 1; from++) {
		const name = labels.slice(from).join(".");
		const zones = await run.api.get<Zone[]>(`/zones?name=${name}`);
		const zone = zones.find((one) => one.name === name);
		if (!zone) continue;
		if (zone.status === "active") return zone;
		throw new PlainError(
			`${zone.name} is in the account but not active yet (${zone.status}): set the name servers that the dashboard shows at your registrar, and run the same command again.`,
		);
	}
	throw new PlainError(
		`${hostname} is in no zone of this account: add its domain in the dashboard (https://dash.cloudflare.com/?to=/:account/add-site), or leave DOMAIN empty for an address at workers.dev: DOMAIN= npm run deploy`,
	);
}

async function ensureSubdomain(run: Run): Promise<string> {
	const path = `${run.account}/workers/subdomain`;
	const found = await run.api.find<{ subdomain?: string }>(path);
	if (found?.subdomain) {
		right(run, `the account's subdomain ${found.subdomain}.workers.dev`);
		return found.subdomain;
	}
	const wanted = run.around.env.WORKERS_SUBDOMAIN;
	for (let attempt = 0; ; attempt++) {
		const subdomain = wanted || proposal(run, attempt);
		try {
			await change(run, `register the subdomain ${subdomain}.workers.dev`, () =>
				run.api.change("PUT", path, { subdomain }),
			);
			return subdomain;
		} catch (error) {
			const isTaken = error instanceof PlatformError && error.codes.includes(SUBDOMAIN_UNAVAILABLE);
			if (!isTaken) throw error;
			if (wanted || attempt === 4)
				throw new PlainError(
					`The subdomain ${subdomain}.workers.dev is taken. Choose another one: WORKERS_SUBDOMAIN=… npm run deploy`,
				);
		}
	}
}

/** Depends on the account, so that an interrupted run and the next agree. */
function proposal(run: Run, attempt: number): string {
	const hash = createHash("sha256").update(`${run.account} ${attempt}`).digest("hex");
	return `tillbox-${hash.slice(0, 6)}`;
}

/** Makes the Worker answer at its address only, and sets its schedule. */
export async function ensureTriggers(
	run: Run,
	address: Address,
	crons: readonly string[],
	isUploaded: boolean,
): Promise<void> {
	const { api, account, name } = run;
	const script = `${account}/workers/scripts/${name}`;
	const isDev = address.kind === "workers.dev";
	const dev = isUploaded ? await api.get<Subdomain>(`${script}/subdomain`) : {};
	if (dev.enabled === isDev && dev.previews_enabled === false)
		right(run, isDev ? `its address ${address.origin}` : "its workers.dev address is off");
	else
		await change(
			run,
			isDev ? `serve at ${address.origin}` : "switch its workers.dev address off",
			() => api.change("POST", `${script}/subdomain`, { enabled: isDev, previews_enabled: false }),
		);
	if (address.kind === "domain") await attachDomain(run, address);

	const known = isUploaded
		? await api.get<{ schedules?: { cron: string }[] }>(`${script}/schedules`)
		: {};
	const set = (known.schedules ?? []).map(({ cron }) => cron).sort();
	if (set.join("\n") === [...crons].sort().join("\n")) return right(run, "its scheduled jobs");
	await change(run, `set its ${crons.length} scheduled jobs`, () =>
		api.change(
			"PUT",
			`${script}/schedules`,
			crons.map((cron) => ({ cron })),
		),
	);
}

async function attachDomain(
	run: Run,
	{ hostname, zoneId, isAttached }: Extract<Address, { kind: "domain" }>,
): Promise<void> {
	if (isAttached) return right(run, `its domain ${hostname}`);
	await change(run, `serve at https://${hostname}`, async () => {
		try {
			await run.api.change("PUT", `${run.account}/workers/domains`, {
				hostname,
				service: run.name,
				zone_id: zoneId,
			});
		} catch (error) {
			if (!(error instanceof PlatformError) || error.status !== 409) throw error;
			throw new PlainError(
				`${hostname} has DNS records of its own: delete them in the zone's DNS settings, so that the Worker can have the name, and run the same command again. (${error.message})`,
			);
		}
	});
}
