import { type HttpBindings, serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Sandbox } from "./call.ts";
import { controlRoutes } from "./control.ts";
import { DEFAULT_RETRY_DELAYS, Deliverer } from "./deliverer.ts";
import { Faults } from "./faults.ts";
import { intentEnded } from "./invoice-hooks.ts";
import { connectRoutes } from "./pages/connect.ts";
import { mailRoutes } from "./pages/mail.ts";
import { overviewRoutes } from "./pages/overview.ts";
import { authenticationRoutes } from "./pages/three-d-secure.ts";
import { apiRoutes } from "./routes.ts";
import { DEFAULT_SETTINGS, type SandboxOptions } from "./sandbox.ts";
import { Store } from "./store.ts";
import { stripeJsRoutes } from "./stripe-js/serve.ts";

export type { SandboxOptions } from "./sandbox.ts";

export const DEFAULT_PORT = 12111;

export interface RunningSandbox {
	url: string;
	sandbox: Sandbox;
	close(): Promise<void>;
}

/** Serves requests of this process, without listening. */
export function makeSandbox(options: SandboxOptions = {}): {
	sandbox: Sandbox;
	app: Hono<{ Bindings: HttpBindings }>;
	close(): void;
} {
	const store = new Store(options.db ?? ".sandbox/stripe.sqlite");
	const now = options.now ?? Date.now;
	const deliverer = new Deliverer({
		store,
		now,
		url: options.webhookUrl,
		secret: options.webhookSecret ?? "whsec_sandbox",
		retryDelays: options.retryDelays ?? DEFAULT_RETRY_DELAYS,
	});
	const sandbox: Sandbox = {
		store,
		deliverer,
		faults: new Faults(),
		settings: { ...DEFAULT_SETTINGS },
		keys: {
			secret: options.secretKey ?? "sk_test_sandbox",
			publishable: options.publishableKey ?? "pk_test_sandbox",
		},
		mailDirs: options.mailDirs ?? [".sandbox/mail"],
		now,
		intentEnded,
		origin: "",
		reset: () => {
			store.clear();
			sandbox.faults.clear();
			Object.assign(sandbox.settings, DEFAULT_SETTINGS);
			deliverer.paused = false;
		},
	};
	const close = () => {
		deliverer.close();
		store.close();
	};
	return { sandbox, app: createApp(sandbox), close };
}

export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
	const { sandbox, app, close } = makeSandbox(options);
	const listening = await listen(app, options).catch((error: unknown) => {
		close();
		throw error;
	});
	sandbox.origin = `http://localhost:${listening.port}`;
	sandbox.deliverer.kick();
	return {
		url: sandbox.origin,
		sandbox,
		close: async () => {
			sandbox.deliverer.close();
			await listening.close();
			sandbox.store.close();
		},
	};
}

function createApp(sandbox: Sandbox): Hono<{ Bindings: HttpBindings }> {
	const app = new Hono<{ Bindings: HttpBindings }>();
	app.route("/v1", apiRoutes(sandbox));
	app.route("/", stripeJsRoutes());
	app.route("/3ds", authenticationRoutes(sandbox));
	app.route("/redirect", authenticationRoutes(sandbox));
	app.route("/connect", connectRoutes(sandbox));
	app.route("/_sandbox", controlRoutes(sandbox));
	app.route("/dev", mailRoutes(sandbox));
	app.route("/", overviewRoutes(sandbox));
	return app;
}

function listen(
	app: Hono<{ Bindings: HttpBindings }>,
	options: SandboxOptions,
): Promise<{ port: number; close: () => Promise<void> }> {
	const port = options.port ?? DEFAULT_PORT;
	const { promise, resolve, reject } = Promise.withResolvers<{
		port: number;
		close: () => Promise<void>;
	}>();
	const server = serve(
		{ fetch: app.fetch, port, hostname: options.host ?? "127.0.0.1" },
		(address) => resolve({ port: address.port, close: () => end(server) }),
	);
	server.on("error", (error: NodeJS.ErrnoException) => {
		reject(
			error.code === "EADDRINUSE"
				? new Error(`The Stripe sandbox cannot start: port ${port} is in use.`)
				: error,
		);
	});
	return promise;
}

function end(server: ReturnType<typeof serve>): Promise<void> {
	return new Promise((resolve) => {
		server.close(() => resolve());
		if ("closeAllConnections" in server) server.closeAllConnections();
	});
}
