// Types count as imports; tests may import anything.

/** The Worker's rooms, from the ground up: each imports lower floors, never neighbours. */
const FLOORS = [
	["contract"],
	["platform"],
	["core"],
	["accounts"],
	["catalogue"],
	["purchases"],
	["files", "payments"],
	["customers"],
	["pages"],
	["trust"],
	["api"],
	["maintenance"],
	["operator"],
	["handlers"],
	["entrypoints"],
	["app"],
	["index"],
];

/** Schemas, constants and types that clients share: those of no subject, and those beside a subject. */
const CONTRACT = "^worker/contract/|^worker/.+/contract(?:[.]ts$|/)";

const ROOMS = FLOORS.flat().join("|");

/** Layers of the web app, each with those it may not import. */
const WEB = {
	lib: "upload-engine|preview-engine|ui|shared|features|routes|app",
	"upload-engine": "preview-engine|ui|shared|features|routes|app",
	"preview-engine": "ui|shared|features|routes|app",
	ui: "upload-engine|preview-engine|shared|features|routes|app",
	shared: "upload-engine|preview-engine|features|routes|app",
	features: "routes|app",
	routes: "app",
};

/** Only queries may call the server, with one function for each call: a feature's own, or those of several. */
const DATA_LAYER =
	"^web/lib/server/(queries/|client[.]ts|swr[.]ts)|^web/features/[^/]+/queries(?:[.]ts$|/)|^web/app/(app|(?:share|creator)-document)[.]tsx$";

/** Works without development's packages. */
const INSTALLED_FOR_START =
	"^(worker|web|locales|packages)/|^tools/(build/(?!fonts)|operations/|deploy/)|^tools/(local/(?!chromium|test-sandbox)|openapi/(?!client))|^tools/start[.]ts$";

const TESTS = "[.](test|spec)[.]tsx?$|^(worker|web|packages/[^/]+)/test/|^web/e2e/";
/** Describe routes for tests and tools. */
const DOCS = "[.]docs[.]ts$";
const rule = (name, from, to) => ({ name, severity: "error", from, to });
const code = (path, pathNot = `${TESTS}|${DOCS}`) => ({ path, pathNot });

const floors = FLOORS.flatMap((floor, at) =>
	floor.map((room) => {
		const above = FLOORS.slice(at)
			.flat()
			.filter((other) => other !== room);
		const path = above.length > 0 ? `^worker/(${above.join("|")})[/.]` : "^$";
		return rule(`${room}-imports-lower-floors`, code(`^worker/${room}[/.]`), {
			path,
			pathNot: CONTRACT,
		});
	}),
);
const layers = Object.entries(WEB).map(([layer, above]) =>
	rule(`web-${layer}-imports-lower-layers`, code(`^web/${layer}/`), { path: `^web/(${above})/` }),
);

export default {
	forbidden: [
		rule("no-cycles", {}, { circular: true }),
		rule("contract-imports-zod-only", code(CONTRACT), {
			pathNot: `${CONTRACT}|/zod/`,
		}),
		...floors,
		rule("every-room-has-a-floor", code("^worker/", `^worker/(${ROOMS})[/.]|${TESTS}|${DOCS}`), {
			path: "^worker/",
		}),
		...layers,
		rule("features-are-independent", code("^web/features/([^/]+)/"), {
			path: "^web/features/",
			pathNot: "^web/features/$1/",
		}),
		rule("web-imports-the-contract-only", code("^web/", `${TESTS}|^web/lib/server/client[.]ts$`), {
			path: "^worker/",
			pathNot: CONTRACT,
		}),
		rule("web-imports-the-api-as-a-type", code("^web/lib/server/client[.]ts$"), {
			path: "^worker/",
			pathNot: CONTRACT,
			dependencyTypesNot: ["type-only"],
		}),
		rule("calls-are-in-queries", code("^web/", `${TESTS}|${DATA_LAYER}`), {
			path: "^web/lib/server/(client|api-fetch)[.]ts$|node_modules/swr/",
		}),
		rule("only-tests-import-tests", code("", `${TESTS}|${DOCS}|^tools/`), { path: TESTS }),
		rule("product-has-no-descriptions-of-routes", code("^(worker|web|packages)/"), { path: DOCS }),
		rule("descriptions-import-contracts-and-types", code(DOCS, TESTS), {
			pathNot: `${CONTRACT}|${DOCS}|(?:^|/)(?:zod|hono)/`,
			dependencyTypesNot: ["type-only"],
		}),
		rule("catalogues-import-catalogues-only", code("^locales/"), { pathNot: "^locales/" }),
		rule(
			"two-files-read-the-workers-texts",
			code("^(worker|web)/", `${TESTS}|^worker/core/(mail|page)-texts[.]ts$`),
			{
				path: "^locales/",
			},
		),
		rule("product-runs-without-dev-packages", code(INSTALLED_FOR_START, TESTS), {
			dependencyTypes: ["npm-dev"],
			dependencyTypesNot: ["type-only"],
		}),
		rule("product-imports-no-tools", code("^(worker|web|packages)/", TESTS), { path: "^tools/" }),
		rule("product-imports-no-command-line", code("^(worker|web)/"), { path: "^packages/cli/" }),
		rule("sandbox-imports-nothing-of-the-product", code("^packages/stripe-sandbox/"), {
			path: "^(worker|web|locales|tools|packages/cli)/",
		}),
		rule("client-imports-nothing-of-the-product", code("^packages/client/"), {
			path: "^(worker|web|locales|tools|packages/cli)/",
		}),
		rule("preview-engine-has-no-components", code("^web/preview-engine/"), {
			path: "[.]tsx$|node_modules/react(-dom)?/",
		}),
		rule("command-line-imports-contract-and-engine", code("^packages/cli/"), {
			path: "^(worker|web|locales)/",
			pathNot: `${CONTRACT}|^web/upload-engine/|^web/lib/server/failure[.]ts$`,
		}),
	],
	options: { parser: "swc", doNotFollow: { path: "node_modules|^dist-server" } },
};
