import type { Service } from "./request-scope.ts";

/** A statement or batch, an operation on an object, a call of a Durable Object. */
export type Operation = {
	readonly service: Service;
	readonly binding: "DB" | "FILES" | "UPLOAD_QUOTA" | "UPLOAD_SESSION";
	readonly name: string;
	readonly args: readonly unknown[];
	/** it changes nothing, so repeating it does no harm */
	readonly isRead: boolean;
};

/** Replaces each call to a service. */
export type Interceptor = <T>(operation: Operation, call: () => Promise<T>) => Promise<T>;

type Call = (...args: unknown[]) => unknown;

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

const intercepted =
	(through: Interceptor, operation: Omit<Operation, "args">, call: Call): Call =>
	(...args) =>
		through({ ...operation, args }, async () => call(...args));

type Queries = Pick<D1Database, "prepare" | "batch">;

/** Statements that begin with `with` count as writes. */
const isSelect = (query: string) => /^\s*select\b/i.test(query);

function interceptedQueries<T extends Queries>(
	queries: T,
	service: "primary" | "replica",
	through: Interceptor,
): T {
	const writes = new WeakSet<object>();
	/** In place, since `batch` reads the statements' own fields. */
	function prepared(statement: D1PreparedStatement, isRead: boolean): D1PreparedStatement {
		if (!isRead) writes.add(statement);
		const bind = statement.bind.bind(statement);
		statement.bind = (...values) => prepared(bind(...values), isRead);
		// No single type covers these methods' overloads.
		for (const name of ["first", "run", "all", "raw"] as const) {
			const operation = { service, binding: "DB", name, isRead } as const;
			const call = statement[name].bind(statement) as Call;
			Object.assign(statement, { [name]: intercepted(through, operation, call) });
		}
		return statement;
	}
	return withMethods(queries, (name, call) => {
		if (name === "prepare")
			return (query) => prepared(call(query) as D1PreparedStatement, isSelect(String(query)));
		if (name !== "batch") return call;
		return (statements) => {
			const isRead = !(statements as object[]).some((statement) => writes.has(statement));
			return intercepted(through, { service, binding: "DB", name, isRead }, call)(statements);
		};
	});
}

function interceptedDatabase(database: D1Database, through: Interceptor): D1Database {
	const queries = interceptedQueries(database, "primary", through);
	return withMethods(queries, (name, call) => {
		if (name !== "withSession") return call;
		return (constraint) => {
			const service = constraint === "first-primary" ? "primary" : "replica";
			return interceptedQueries(call(constraint) as D1DatabaseSession, service, through);
		};
	});
}

const FILE_READS = new Set(["head", "get", "list"]);
const FILE_WRITES = new Set(["put", "delete", "createMultipartUpload"]);
const UPLOAD_CALLS = new Set(["uploadPart", "complete", "abort"]);

const inBucket = (name: string, isRead: boolean) =>
	({ service: "files", binding: "FILES", name, isRead }) as const;

function interceptedUpload(upload: R2MultipartUpload, through: Interceptor): R2MultipartUpload {
	return withMethods(upload, (name, call) =>
		UPLOAD_CALLS.has(name) ? intercepted(through, inBucket(name, false), call) : call,
	);
}

function interceptedBucket(bucket: R2Bucket, through: Interceptor): R2Bucket {
	return withMethods(bucket, (name, call) => {
		if (name === "resumeMultipartUpload")
			return (...args) => interceptedUpload(call(...args) as R2MultipartUpload, through);
		const isRead = FILE_READS.has(name);
		if (!isRead && !FILE_WRITES.has(name)) return call;
		const send = intercepted(through, inBucket(name, isRead), call);
		if (name !== "createMultipartUpload") return send;
		return async (...args) =>
			interceptedUpload((await send(...args)) as R2MultipartUpload, through);
	});
}

function interceptedObjects<T extends Rpc.DurableObjectBranded>(
	namespace: DurableObjectNamespace<T>,
	binding: "UPLOAD_QUOTA" | "UPLOAD_SESSION",
	through: Interceptor,
): DurableObjectNamespace<T> {
	return withMethods(namespace, (name, call) => {
		if (name !== "get" && name !== "getByName") return call;
		return (...args) =>
			withMethods(call(...args) as object, (method, first) => {
				let calls = 0;
				return intercepted(
					through,
					{ service: "objects", binding, name: method, isRead: false },
					(...values) => {
						if (calls++ === 0) return first(...values);
						// After an error a stub may be broken for good.
						const fresh = call(...args) as Record<string, Call>;
						return Reflect.apply(fresh[method] as Call, fresh, values);
					},
				);
			});
	});
}

export function interceptedBindings<T extends Env>(env: T, through: Interceptor): T {
	return {
		...env,
		DB: interceptedDatabase(env.DB, through),
		FILES: interceptedBucket(env.FILES, through),
		UPLOAD_QUOTA: interceptedObjects(env.UPLOAD_QUOTA, "UPLOAD_QUOTA", through),
		UPLOAD_SESSION: interceptedObjects(env.UPLOAD_SESSION, "UPLOAD_SESSION", through),
	};
}
