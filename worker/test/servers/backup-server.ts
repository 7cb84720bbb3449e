import type { Ctx } from "../../core/context.ts";
import { beginBackup, continueBackup } from "../../maintenance/backup/run-backup.ts";
import { readState } from "../../maintenance/backup/state.ts";
import { dbOf } from "../../platform/storage/db.ts";

/**
 * A Worker for tools/operations/backup over an installation's database and buckets, local or
 * remote: makes backups, and gives a restore plain access. Runs only on the operator's machine, and
 * is never deployed.
 */

type Bindings = Pick<Env, "DB" | "FILES" | "BACKUP"> & { BACKUP_PUBLIC_KEY: string; TOKEN: string };
type Input = { env: Bindings; params: URLSearchParams; body: () => Promise<ArrayBuffer> };

function ctxOf(env: Bindings): Ctx {
	// A backup uses nothing else.
	return {
		env,
		db: dbOf(env.DB),
		files: env.FILES,
		now: Date.now,
		config: { BACKUP_PUBLIC_KEY: env.BACKUP_PUBLIC_KEY },
	} as unknown as Ctx;
}

const bucketOf = ({ env, params }: Input) =>
	params.get("bucket") === "backup" ? env.BACKUP : env.FILES;
const wanted = ({ params }: Input, name: string) => params.get(name) ?? "";
const json = async (input: Input) => JSON.parse(new TextDecoder().decode(await input.body()));
const metadataOf = (input: Input): R2PutOptions => {
	const { contentType, custom } = JSON.parse(wanted(input, "metadata"));
	return {
		...(contentType && { httpMetadata: { contentType } }),
		...(custom && { customMetadata: custom }),
	};
};

const actions: Record<string, (input: Input) => Promise<unknown>> = {
	"POST /begin": async ({ env }) => {
		await beginBackup(ctxOf(env));
		return readState(ctxOf(env));
	},
	"POST /continue": async ({ env, params }) => {
		const more = await continueBackup(ctxOf(env), {
			steps: Number(params.get("steps")),
			ms: 30_000,
		});
		return { more, state: await readState(ctxOf(env)) };
	},
	"GET /list": async (input) => {
		const [prefix, cursor] = [wanted(input, "prefix"), wanted(input, "cursor")];
		const page = await bucketOf(input).list({ prefix, ...(cursor && { cursor }) });
		const objects = page.objects.map(({ key, size, etag }) => ({ key, size, etag }));
		return { objects, cursor: page.truncated ? page.cursor : null };
	},
	"GET /object": async (input) => {
		const range = {
			offset: Number(wanted(input, "offset")),
			length: Number(wanted(input, "length")),
		};
		const object = await bucketOf(input).get(wanted(input, "key"), range.length ? { range } : {});
		return object ? new Response(object.body) : new Response(null, { status: 404 });
	},
	"POST /batch": async (input) => {
		const statements: [string, ...unknown[]][] = await json(input);
		const { DB } = input.env;
		const answers = await DB.batch(
			statements.map(([sql, ...values]) => DB.prepare(sql).bind(...values)),
		);
		return answers.map(({ results }) => results);
	},
	"PUT /object": async (input) => {
		const object = await input.env.FILES.put(
			wanted(input, "key"),
			await input.body(),
			metadataOf(input),
		);
		return { etag: object?.etag };
	},
	"POST /upload": async (input) =>
		input.env.FILES.createMultipartUpload(wanted(input, "key"), metadataOf(input)).then(
			({ uploadId }) => ({ uploadId }),
		),
	"PUT /part": async (input) =>
		input.env.FILES.resumeMultipartUpload(wanted(input, "key"), wanted(input, "upload")).uploadPart(
			Number(wanted(input, "n")),
			await input.body(),
		),
	"POST /complete": async (input) => {
		const upload = input.env.FILES.resumeMultipartUpload(
			wanted(input, "key"),
			wanted(input, "upload"),
		);
		return { etag: (await upload.complete(await json(input))).etag };
	},
	"DELETE /object": async (input) => {
		await input.env.FILES.delete(wanted(input, "key"));
		return {};
	},
};

export default {
	async fetch(request: Request, env: Bindings): Promise<Response> {
		const { pathname, searchParams: params } = new URL(request.url);
		if (pathname === "/") return new Response("ready");
		if (request.headers.get("authorization") !== env.TOKEN)
			return new Response(null, { status: 403 });
		const action = actions[`${request.method} ${pathname}`];
		if (!action) return new Response(null, { status: 404 });
		try {
			const answer = await action({ env, params, body: () => request.arrayBuffer() });
			return answer instanceof Response ? answer : Response.json(answer);
		} catch (error) {
			return new Response(String(error), { status: 500 });
		}
	},
};
