import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compiledMessages } from "./dev/compiled-messages.ts";
import { deferAppScript } from "./dev/defer-app-script.ts";
import { routeChunks } from "./dev/route-chunks.ts";

const worker = process.env.WORKER_URL ?? "http://localhost:8787";

export default defineConfig({
	root: "web",
	plugins: [
		react(),
		tailwindcss(),
		compiledMessages(),
		deferAppScript("/share.html"),
		routeChunks({
			"": "/web/features/landing/landing-page.tsx",
			auth: "/web/routes/auth.tsx",
			dashboard: "/web/routes/dashboard.tsx",
			upload: "/web/routes/upload.tsx",
			settings: "/web/routes/settings.tsx",
			subscribe: "/web/routes/subscribe.tsx",
			terms: "/web/routes/terms.tsx",
			privacy: "/web/routes/privacy.tsx",
			payment: "/web/routes/payment.tsx",
			"payment/direct": "/web/routes/payment-direct.tsx",
		}),
	],
	// Modules, so that workers too can load what is rarely needed on demand.
	worker: { format: "es" },
	build: {
		outDir: "../dist",
		emptyOutDir: true,
		target: "es2022",
		assetsInlineLimit: 0,
		// The share page is a document of its own, so that buyers fetch no router and no dashboard.
		rolldownOptions: {
			// Whole paths: the development server takes others from its root and not from here.
			input: ["index.html", "share.html"].map((page) => join(import.meta.dirname, "web", page)),
			output: {
				// What both documents start with comes in few requests instead of one a module. The two
				// starting modules stay out of it: they act when they are loaded. So do the calls that only
				// the screens of index.html make.
				codeSplitting: {
					groups: [
						{
							name: "react",
							test: /\/node_modules\/(?:react|react-dom|scheduler|swr|dequal|use-sync-external-store|@lingui)\//,
						},
						{
							name: "kit",
							minShareCount: 2,
							tags: ["$initial"],
							test: /\/web\/(?:ui|lib)\/(?!session|queries)|\/web\/lib\/queries\/(?:share|files|checkout)\.|\/worker\/contract\/|\/lucide-react\/|\/hono\//,
						},
					],
				},
				// The bundler names a shared chunk after all who share it.
				chunkFileNames: ({ name }) => `assets/${name.split("~")[0]}-[hash].js`,
			},
		},
	},
	// Beside the data where that lies elsewhere: two copies don't share what each prepares for itself.
	...(process.env.VITE_CACHE && { cacheDir: process.env.VITE_CACHE }),
	server: {
		port: Number(process.env.WEB_PORT ?? 5173),
		strictPort: true,
		// Share pages come from Vite too, so that they reload hot; their data then comes by the API call.
		proxy: { "/api": worker, "^/share/[^/]+/card.*": worker },
	},
});
