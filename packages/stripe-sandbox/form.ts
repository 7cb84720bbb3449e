/** Stripe's `a[b][0]=c` keys as nested objects and arrays. */
export interface Form {
	[name: string]: FormValue;
}
export type FormValue = string | Form | FormValue[];

const MAX_DEPTH = 8;

/** Later keys override. */
export function parseForm(text: string): Form {
	const root = emptyForm();
	for (const [key, value] of new URLSearchParams(text)) {
		const path = keyPath(key);
		if (path.length > 0 && path.length <= MAX_DEPTH) set(root, path, value);
	}
	return toArrays(root) as Form;
}

// Without a prototype, a key such as `__proto__` is an ordinary key.
function emptyForm(): Form {
	return Object.create(null) as Form;
}

function keyPath(key: string): string[] {
	const open = key.indexOf("[");
	if (open === -1) return [key];
	const rest = key.slice(open).match(/\[[^\]]*\]/g) ?? [];
	return [key.slice(0, open), ...rest.map((part) => part.slice(1, -1))];
}

function set(form: Form, path: string[], value: string): void {
	let node = form;
	for (const [depth, part] of path.entries()) {
		const name = part === "" ? String(Object.keys(node).length) : part;
		if (depth === path.length - 1) {
			node[name] = value;
			return;
		}
		const next = node[name];
		if (isForm(next)) node = next;
		else {
			const child = emptyForm();
			node[name] = child;
			node = child;
		}
	}
}

export function isForm(value: FormValue | undefined): value is Form {
	return typeof value === "object" && !Array.isArray(value);
}

function toArrays(value: FormValue): FormValue {
	if (!isForm(value)) return value;
	const names = Object.keys(value);
	for (const name of names) value[name] = toArrays(value[name] as FormValue);
	const indexed = names.length > 0 && names.every((name) => /^\d+$/.test(name));
	if (!indexed) return value;
	return names.sort((a, b) => Number(a) - Number(b)).map((name) => value[name] as FormValue);
}
