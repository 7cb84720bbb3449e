import type { Call } from "./call.ts";
import { invalidRequest } from "./errors.ts";
import { KIND_BY_PREFIX, type Kind } from "./kinds.ts";
import { listOf } from "./listing.ts";

const MAX_DEPTH = 4;
type Node = Record<string, unknown>;

/** Returns a copy. */
export function expand(call: Call, root: unknown, paths: readonly string[]): unknown {
	if (paths.length === 0) return root;
	const copy = structuredClone(root) as Node;
	for (const path of paths) {
		const parts = path.split(".");
		if (parts.length > MAX_DEPTH) {
			throw invalidRequest(
				`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
			);
		}
		expandPath(call, copy, parts, path);
	}
	return copy;
}

function expandPath(call: Call, node: Node, parts: string[], path: string): void {
	const [name, ...rest] = parts;
	if (name === undefined) return;
	if (name === "data" && Array.isArray(node.data)) {
		for (const entry of node.data) expandPath(call, entry as Node, rest, path);
		return;
	}
	const value = node[name] ?? includable(call, node, name);
	if (value === undefined) throw notExpandable(path);
	if (typeof value === "string") {
		const object = load(call, value);
		if (object === undefined) throw notExpandable(path);
		node[name] = object;
	} else node[name] = value;
	const next = node[name];
	if (rest.length > 0 && typeof next === "object" && next !== null) {
		const children = Array.isArray(next) ? next : [next];
		for (const child of children) expandPath(call, child as Node, rest, path);
	}
}

function load(call: Call, id: string): Node | undefined {
	const kind: Kind | undefined = KIND_BY_PREFIX[id.slice(0, id.indexOf("_"))];
	if (kind === undefined) return undefined;
	return call.store.find(kind, id) as Node | undefined;
}

function notExpandable(path: string): Error {
	return invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
}

/** Returns a field that only `expand[]` adds, or undefined. */
function includable(call: Call, node: Record<string, unknown>, name: string): unknown {
	const id = String(node.id);
	if (node.object === "charge" && name === "refunds") {
		const refunds = call.store.all("refund", {
			account: call.store.accountOf(id),
			equals: { charge: id },
		});
		return listOf(refunds, `/v1/charges/${id}/refunds`);
	}
	// Expandable also while nothing has failed.
	if (node.object === "refund" && name === "failure_balance_transaction") return null;
	if (node.object === "invoice" && name === "confirmation_secret")
		return confirmationSecret(call, id);
	// Null is a field that exists and is empty.
	return name in node ? node[name] : undefined;
}

function confirmationSecret(call: Call, invoice: string): unknown {
	const payment = call.store.all("invoice_payment", { equals: { invoice, is_default: true } })[0];
	const intent = payment?.payment.payment_intent;
	if (typeof intent !== "string") return null;
	const secret = call.store.find("payment_intent", intent)?.client_secret;
	return secret ? { client_secret: secret, type: "payment_intent" } : null;
}
