import { PlainError } from "../local/processes.ts";
import { change, type Run, right } from "./context.ts";
import { tryVersion } from "./try-version.ts";
import {
	type Binding,
	classesTag,
	type Deployment,
	findDeployments,
	readVersion,
	removeSecrets,
	serve,
	versionWithTag,
} from "./versions.ts";
import { type Release, writeRelease } from "./worker-config.ts";

/** Returns the Worker's deployments. Throws if it is somebody else's. */
export async function ownDeployments(
	run: Run,
	databaseId: string | null,
): Promise<Deployment[] | null> {
	const deployments = await findDeployments(run);
	const claim = `worker ${run.name}`;
	if (deployments === null || run.options.adopt || run.state.known.claims.includes(claim))
		return deployments;
	const served = deployments[0]?.versions[0];
	const { bindings } = served ? await readVersion(run, served.version_id) : { bindings: [] };
	if (bindings.some(({ type, id }) => type === "d1" && id === databaseId)) return deployments;
	throw new PlainError(
		`The account already has a Worker named ${run.name} that is something else. Choose another name: NAME=… npm run deploy (or replace it: npm run deploy -- --adopt).`,
	);
}

export async function ensureRelease(
	run: Run,
	release: Release,
	deployments: readonly Deployment[] | null,
): Promise<void> {
	const [active] = deployments ?? [];
	if (active && (await isServed(run, release, active)))
		return right(run, `the Worker ${run.name} (${release.tag})`);
	if (!active) {
		await change(run, await toUpload(run, release, "upload and serve the Worker"), async () => {
			run.state.claim(`worker ${run.name}`);
			await upload(run, release, "deploy");
		});
		return;
	}
	run.state.claim(`worker ${run.name}`);
	if (!(await hasSameClasses(run, release))) {
		await change(run, await toUpload(run, release, "upload and serve the Worker"), async () => {
			await upload(run, release, "deploy");
			const { version, isCopy } = await uploadedVersion(run, release);
			if (isCopy) await serveAll(run, version);
		});
		return;
	}
	const version = await storedVersion(run, release);
	await tryVersion(run, active, version);
	await change(run, `serve the version ${version} to all requests`, () => serveAll(run, version));
}

const serveAll = (run: Run, version: string) =>
	serve(run, [{ version_id: version, percentage: 100 }], "npm run deploy");

async function isServed(run: Run, release: Release, active: Deployment): Promise<boolean> {
	const [only, ...others] = active.versions;
	if (!only || others.length > 0) return false;
	const { tag, bindings } = await readVersion(run, only.version_id);
	return tag === release.tag && areBindingsRight(bindings, release);
}

/** Kinds that an installation sets itself. */
const COMPARED = new Set(["plain_text", "secret_text", "d1", "r2_bucket"]);

/** False for missing and extra bindings: somebody may have changed them, and secrets stay until removed. */
function areBindingsRight(all: readonly Binding[], { config, secrets }: Release): boolean {
	const bindings = all.filter(({ type }) => COMPARED.has(type));
	const expected: Partial<Binding>[] = [
		...Object.keys(secrets).map((name) => ({ name })),
		...Object.entries(config.vars ?? {}).map(([name, text]) => ({ name, text })),
		...(config.d1_databases ?? []).map(({ binding: name, database_id: id }) => ({ name, id })),
		...(config.r2_buckets ?? []).map(({ binding: name, bucket_name }) => ({ name, bucket_name })),
	];
	// The platform may leave fields out.
	const isRight = (found: Binding, wanted: Partial<Binding>) =>
		Object.entries(wanted).every(
			([field, value]) => (found[field as keyof Binding] ?? value) === value,
		);
	return (
		bindings.every((found) => expected.some((wanted) => isRight(found, wanted))) &&
		expected.every((wanted) => bindings.some((found) => isRight(found, wanted)))
	);
}

/** An uploaded version of this release; null if its classes' migrations are pending or it was changed. */
async function usableVersion(run: Run, release: Release): Promise<string | null> {
	const version = await versionWithTag(run, release.tag);
	if (version === null) return null;
	const { bindings } = await readVersion(run, version);
	return areBindingsRight(bindings, release) ? version : null;
}

async function storedVersion(run: Run, release: Release): Promise<string> {
	const stored = await usableVersion(run, release);
	if (stored) return stored;
	await change(run, await toUpload(run, release, "upload a version of the Worker"), () =>
		upload(run, release, "version"),
	);
	if (run.options.dryRun) return "NEW";
	return (await uploadedVersion(run, release)).version;
}

/** The uploaded version, or a copy without extra secrets, which an upload keeps. */
async function uploadedVersion(
	run: Run,
	{ tag, secrets }: Release,
): Promise<{ version: string; isCopy: boolean }> {
	const version = await versionWithTag(run, tag);
	if (!version)
		throw new PlainError("The uploaded version is not listed yet: run the same command again.");
	const { bindings } = await readVersion(run, version);
	const surplus = bindings
		.filter(({ type, name }) => type === "secret_text" && !secrets[name])
		.map(({ name }) => name);
	if (surplus.length === 0) return { version, isCopy: false };
	run.around.print(`  + remove ${surplus.join(", ")} from it`);
	return { version: await removeSecrets(run, surplus, tag), isCopy: true };
}

/** New classes of Durable Objects are served to all requests or none. */
async function hasSameClasses(run: Run, release: Release): Promise<boolean> {
	return (release.config.migrations?.at(-1)?.tag ?? null) === (await classesTag(run));
}

/** A dry run bundles, to print the size. */
async function toUpload({ around, options, state, name }: Run, { tag }: Release, what: string) {
	if (!options.dryRun) return `${what} ${name} (${tag})`;
	await around.buildWeb(state.known.vars.APP_NAME ?? "");
	return `${what} ${name} (${tag}): ${await around.wrangler.measure()}`;
}

async function upload(run: Run, release: Release, kind: "deploy" | "version"): Promise<void> {
	const { around, api, account } = run;
	await around.buildWeb(run.state.known.vars.APP_NAME ?? "");
	await around.wrangler.upload({
		kind,
		tag: release.tag,
		...writeRelease(run, release),
		env: {
			...signInOf(around.env),
			CLOUDFLARE_ACCOUNT_ID: account.slice("/accounts/".length),
			CLOUDFLARE_API_BASE_URL: api.base,
		},
	});
}

function signInOf(env: Run["around"]["env"]): Record<string, string> {
	const names = ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_API_KEY", "CLOUDFLARE_EMAIL"];
	return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}
