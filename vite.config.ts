import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { type BuildOptions, defineConfig } from "vite";
import { browserOnly } from "./tools/build/browser-only.ts";
import { commonPasswords } from "./tools/build/common-passwords.ts";
import { compiledMessages } from "./tools/build/compiled-messages.ts";
import { icons } from "./tools/build/icons.ts";
import { licenses } from "./tools/build/licenses.ts";
import { pageStyles } from "./tools/build/page-styles.ts";
import { routeChunks } from "./tools/build/route-chunks.ts";
import { DEFAULT_APP_NAME } from "./worker/contract/constants.ts";

const worker = process.env.WORKER_URL ?? "http://localhost:8787";

/** Whole paths: the development server takes others from its root and not from here. */
const inputs = (files: Readonly<Record<string, string>>) =>
	Object.fromEntries(
		Object.entries(files).map(([name, file]) => [name, join(import.meta.dirname, "web", file)]),
	);

const inApp = (file: string) => join(import.meta.dirname, "web/app", file);

const BROWSER: BuildOptions = {
	outDir: "../dist",
	emptyOutDir: true,
	target: "es2022",
	assetsInlineLimit: 0,
	// Browsers of the target know modulepreload, and those that do not load the same files a little later.
	modulePreload: { polyfill: false },
	// The share page and creators' pages are documents of their own, so that buyers fetch no router and no
	// dashboard.
	rolldownOptions: {
		input: inputs({ index: "index.html", share: "share.html", creator: "creator.html" }),
		output: {
			// Code that both documents start with comes in few requests instead of one a module. The two
			// starting modules stay out of it: they act when they are loaded. So do the calls that only
			// the screens of index.html make, and what keeps their answers.
			codeSplitting: {
				groups: [
					{
						name: "react",
						test: /\/node_modules\/(?:react|react-dom|scheduler)\//,
					},
					{
						name: "kit",
						minShareCount: 2,
						tags: ["$initial"],
						test: /\/web\/(?:ui|shared|lib)\/(?!session\/(?:session|sign-in-again)|server\/(?:queries|swr|client|api-fetch)|addresses\/(?:entry-query|safe-path)|i18n\/server-texts|offer-card|cover-picture|file-icons|page-notice|card\.|buying\/price-label)|\/worker\/(?:\w[\w-]*\/){0,2}contract(?:\/(?!repeats\.)|[.]ts$)|^\0icons:(?:shield-check|credit-card|smartphone|image|cloud-off)$/,
					},
					// The share page's first code, pieces of which its later parts and the upload's live page also need.
					{
						name: "share-parts",
						test: /\/share-page\/(?:preview-sources|view|use-ways|texts|share\.messages|share-page|gallery(?:-layout)?|preview-image|lead|buy-bar|purchase-card|late-parts|late-bought-picture|use-share|use-payment-return|use-viewer-address)\.(?:tsx?|json)$/,
					},
					// What chosen files cost: the share page of single files and the payment page need all of it.
					{
						name: "basket",
						minShareCount: 2,
						test: /\/lib\/buying\/(?:basket|order-price)\.|\/shares\/contract\/(?:basket|reduction|selection)\./,
					},
					// What choosing for a creator has in common with buying single files.
					{
						name: "singles",
						minShareCount: 2,
						test: /\/share-page\/singles\/(?:hearts|use-basket|bottom-bar|texts|singles\.messages)\./,
					},
					// A few hundred bytes each, of which most screens need several, and the share page of single files only two.
					{ name: "icons", minShareCount: 2, test: /^\0icons:(?!(?:heart|link)$)/ },
				],
			},
			// The bundler names a shared chunk after all who share it, and one of texts after their file.
			chunkFileNames: ({ name, facadeModuleId }) =>
				`assets/${facadeModuleId?.split("?catalogue=")[1] ?? name.split("~")[0]}-[hash].js`,
		},
	},
};

/** The renderer of pages, for the Worker and for the build. */
const SERVER: BuildOptions = {
	outDir: "../dist-server",
	emptyOutDir: true,
	target: "es2022",
	copyPublicDir: false,
	rolldownOptions: {
		input: inputs({ share: "app/share-server.tsx", prerender: "app/prerender.tsx" }),
	},
};

/**
 * Pages are rendered to a string. The entries of `react-dom/server` bring a second renderer along, for
 * streams, of the same size.
 */
const RENDERER = {
	"react-dom/server": join(
		import.meta.dirname,
		"node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
	),
};

const { app: licensesOfApp, workers: licensesOfWorkers } = licenses();

export default defineConfig(({ isSsrBuild }) => ({
	root: "web",
	define: {
		"import.meta.env.APP_NAME": JSON.stringify(process.env.APP_NAME || DEFAULT_APP_NAME),
	},
	// SWR still carries the replacement for a hook that React has.
	resolve: { alias: { "use-sync-external-store/shim": "react", ...(isSsrBuild && RENDERER) } },
	plugins: [
		react(),
		pageStyles(inApp("buyer.css"), [inApp("share-main.tsx"), inApp("creator-main.tsx")]),
		tailwindcss(),
		compiledMessages(),
		icons(),
		!isSsrBuild && licensesOfApp,
		browserOnly([
			"/web/ui/toast-area.tsx",
			"/web/features/share-page/poster-choice.tsx",
			"/web/features/upload/clip-start.tsx",
			"/web/features/share-page/selection-bar.tsx",
			"/web/features/share-page/viewer.tsx",
			"/web/shared/processing-notice.tsx",
		]),
		commonPasswords(),
		routeChunks({
			"": "/web/features/landing/landing-page.tsx",
			auth: "/web/features/auth/auth-page.tsx",
			dashboard: "/web/routes/dashboard.tsx",
			upload: "/web/routes/upload.tsx",
			settings: "/web/features/settings/settings-page.tsx",
			subscribe: "/web/features/subscribe/subscribe-page.tsx",
			terms: "/web/features/legal/terms-page.tsx",
			privacy: "/web/features/legal/privacy-page.tsx",
			payment: "/web/features/checkout/payment-page.tsx",
			"payment/direct": "/web/features/direct-payment/direct-payment-page.tsx",
		}),
	],
	// Modules, so that workers too can load what is rarely needed on demand.
	worker: { format: "es", plugins: licensesOfWorkers },
	build: isSsrBuild ? SERVER : BROWSER,
	// The Worker runs what renders pages: with all that it needs, and as in production.
	ssr: { noExternal: true, target: "webworker" },
	// Beside the data where that lies elsewhere: two copies don't share what each prepares for itself.
	...(process.env.VITE_CACHE && { cacheDir: process.env.VITE_CACHE }),
	server: {
		port: Number(process.env.WEB_PORT ?? 5173),
		strictPort: true,
		// Share pages come from Vite too, so that they reload hot; their data then comes by the API call.
		proxy: { "/api": worker, "/avatars": worker, "/docs": worker, "^/share/[^/]+/card.*": worker },
	},
}));
