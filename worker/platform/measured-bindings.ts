import { waitingFor } from "./request-scope.ts";

type Call = (...args: unknown[]) => unknown;

/** Returns the object with some of its methods replaced; all others are its own. */
function withMethods<T extends object>(target: T, replace: (name: string, call: Call) => Call): T {
	return new Proxy(target, {
		get(object, name) {
			const value: unknown = Reflect.get(object, name);
			if (typeof value !== "function") return value;
			const call: Call = (...args) => Reflect.apply(value, object, args);
			return typeof name === "string" ? replace(name, call) : call;
		},
	});
}

const counted =
	(kind: Parameters<typeof waitingFor>[0], call: Call): Call =>
	(...args) =>
		waitingFor(kind, async () => call(...args));

/** In place, since `batch` reads the statements' own fields. */
function measuredStatement(statement: D1PreparedStatement): D1PreparedStatement {
	const bind = statement.bind.bind(statement);
	statement.bind = (...values) => measuredStatement(bind(...values));
	// The overloads of these methods are no calls of one type.
	for (const name of ["first", "run", "all", "raw"] as const)
		Object.assign(statement, {
			[name]: counted("database", statement[name].bind(statement) as Call),
		});
	return statement;
}

function measuredDatabase(database: D1Database): D1Database {
	return withMethods(database, (name, call) => {
		if (name === "prepare") return (query) => measuredStatement(call(query) as D1PreparedStatement);
		return name === "batch" ? counted("database", call) : call;
	});
}

const UPLOAD_CALLS = new Set(["uploadPart", "complete", "abort"]);
const FILE_CALLS = new Set(["head", "get", "put", "delete", "list"]);

function measuredUpload(upload: R2MultipartUpload): R2MultipartUpload {
	return withMethods(upload, (name, call) =>
		UPLOAD_CALLS.has(name) ? counted("files", call) : call,
	);
}

function measuredBucket(bucket: R2Bucket): R2Bucket {
	return withMethods(bucket, (name, call) => {
		if (name === "resumeMultipartUpload")
			return (...args) => measuredUpload(call(...args) as R2MultipartUpload);
		if (name === "createMultipartUpload")
			return async (...args) =>
				measuredUpload((await counted("files", call)(...args)) as R2MultipartUpload);
		return FILE_CALLS.has(name) ? counted("files", call) : call;
	});
}

function measuredObjects<T extends Rpc.DurableObjectBranded>(
	namespace: DurableObjectNamespace<T>,
): DurableObjectNamespace<T> {
	return withMethods(namespace, (name, call) =>
		name === "get" || name === "getByName"
			? (...args) => withMethods(call(...args) as object, (_, rpc) => counted("objects", rpc))
			: call,
	);
}

const measured = new WeakMap<Env, Env>();

/** Returns the bindings with their calls counted as waits of the request that makes them. */
export function measuredBindings(env: Env): Env {
	let bindings = measured.get(env);
	if (!bindings) {
		bindings = {
			...env,
			DB: measuredDatabase(env.DB),
			FILES: measuredBucket(env.FILES),
			UPLOAD_QUOTA: measuredObjects(env.UPLOAD_QUOTA),
			UPLOAD_SESSION: measuredObjects(env.UPLOAD_SESSION),
		};
		measured.set(env, bindings);
	}
	return bindings;
}
