import { writeFile } from "node:fs/promises";
import { build, type Rolldown } from "vite";
import { STRIPE_RESOURCES } from "../../worker/platform/stripe-resources.ts";
import { ROOT } from "../local/processes.ts";

const ENTRY = "virtual:stripe-library";
const KEPT: ReadonlySet<string> = new Set(STRIPE_RESOURCES);

/** Both name every resource: a list of them, and a dispatcher of events that we don't use. */
const LISTS = /\/stripe\/esm\/(?:resources|StripeEventNotificationHandler)\.js$/;

/**
 * Builds Stripe's client with the resources that the Worker calls (`#stripe-library` in package.json): its constructor
 * creates all hundred, so no bundler can leave one out.
 */
export async function buildStripeLibrary(outFile: string): Promise<void> {
	const built = await build({
		configFile: false,
		root: ROOT,
		logLevel: "warn",
		plugins: [
			{
				name: "stripe-library",
				enforce: "pre",
				resolveId: (id) => (id === ENTRY ? `\0${id}` : undefined),
				load(id) {
					if (id === `\0${ENTRY}`) return 'export { Stripe } from "stripe";';
					if (LISTS.test(id))
						return "export class OAuthResource {}\nexport class StripeEventNotificationHandler {}";
				},
				transform(code, id) {
					if (!id.endsWith("/stripe/esm/stripe.core.js")) return;
					return code.replace(/^\s*this\.(\w+) = new \w+\(this\);$/gm, (line, name) =>
						KEPT.has(name) ? line : "",
					);
				},
			},
		],
		ssr: { noExternal: true, target: "webworker" },
		build: {
			ssr: true,
			write: false,
			minify: true,
			target: "es2022",
			rolldownOptions: { input: { library: ENTRY } },
		},
	});
	const [{ output }] = [built].flat() as [Rolldown.RolldownOutput];
	const [{ code }, ...others] = output;
	if (others.length > 0) throw new Error("The library was built into more than one file.");
	await writeFile(outFile, code);
}
