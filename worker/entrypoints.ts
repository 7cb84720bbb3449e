import { WorkerEntrypoint } from "cloudflare:workers";
import { type Ctx, makeCtx } from "./core/context.ts";
import { publicRendition } from "./files/previews/serve-rendition.ts";
import { handlers } from "./handlers.ts";
import { publicSharePage } from "./pages/storefront/share-page.ts";
import { AnswerMemory } from "./platform/http/answer-memory.ts";
import type { CachedEntrypoint, CachedEntrypoints } from "./platform/http/cached-entrypoint.ts";
import { randomId } from "./platform/ids.ts";
import { log, serializeError } from "./platform/log.ts";
import { inScope } from "./platform/request-scope.ts";

/** ms: by then the change has reached the replicas, so none of them fills the cache with the purged page */
const REPLICAS_MS = 2000;

/**
 * The platform caches whole entrypoints. Only the default one calls them, with requests that say
 * nothing of who asks.
 */

abstract class Cached extends WorkerEntrypoint<Env> {
	protected abstract answer(ctx: Ctx, request: Request): Promise<Response>;

	override fetch(request: Request): Promise<Response> {
		const requestId = randomId(9);
		return inScope(requestId, async () => {
			try {
				const waitUntil = (promise: Promise<unknown>) => this.ctx.waitUntil(promise);
				return await this.answer(makeCtx(this.env, { handlers, requestId, waitUntil }), request);
			} catch (error) {
				// The default entrypoint answers in its place.
				log("error", "cached.failed", serializeError(error));
				return new Response(null, { status: 500, headers: { "Cache-Control": "no-store" } });
			}
		});
	}

	/** False when the platform refuses. */
	async purge(tags: string[]): Promise<boolean> {
		const { cache } = this.ctx;
		if (!cache) {
			forgetPages();
			return true;
		}
		await scheduler.wait(REPLICAS_MS);
		return (await cache.purge({ tags })).success;
	}
}

/** For platforms without a cache, such as a developer's machine. */
const pages = new AnswerMemory();

/** A request that has changed pages calls it before its response, so that its sender sees the change. */
export function forgetPages(): void {
	pages.forget();
}

export class PublicSharePage extends Cached {
	protected override answer = publicSharePage;

	override fetch(request: Request): Promise<Response> {
		const make = () => super.fetch(request);
		return this.ctx.cache ? make() : pages.answer(request.url, Date.now, make);
	}
}

export class Rendition extends Cached {
	protected override answer = publicRendition;
}

export function cachedEntrypoints(execution: object): CachedEntrypoints | null {
	const { exports } = execution as {
		exports?: { PublicSharePage?: CachedEntrypoint; Rendition?: CachedEntrypoint };
	};
	if (!exports?.PublicSharePage || !exports.Rendition) return null;
	return { pages: exports.PublicSharePage, renditions: exports.Rendition };
}
