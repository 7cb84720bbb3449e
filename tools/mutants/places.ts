import { ts } from "@ts-morph/common";

export type Mutant = {
	readonly start: number;
	readonly end: number;
	readonly replacement: string;
	/** a statement, which is removed rather than replaced */
	readonly isStatement: boolean;
	/** runs when the module is loaded, not in one of its functions */
	readonly isStatic: boolean;
};

const SIGNS = new Map(
	Object.entries({
		"<": "<=",
		"<=": "<",
		">": ">=",
		">=": ">",
		"===": "!==",
		"!==": "===",
		"&&": "||",
		"||": "&&",
		"??": "&&",
		"+": "-",
		"-": "+",
		"*": "/",
		"/": "*",
		"%": "*",
	}),
);

const METHODS = new Map(
	Object.entries({
		min: "max",
		max: "min",
		floor: "ceil",
		ceil: "floor",
		some: "every",
		every: "some",
	}),
);

const IS_LOGGING = /^(?:log|console)\b/;
/** SQL outside tagged templates. */
const IS_SQL = /\b(?:select|insert into|update \w+ set|delete from)\b/i;
const SQL_SWAPS: readonly (readonly [RegExp, string])[] = [
	[/ <= /g, " < "],
	[/ < /g, " <= "],
	[/ >= /g, " > "],
	[/ > /g, " >= "],
	[/ <> /g, " = "],
	[/ = /g, " <> "],
	[/ \+ /g, " - "],
	[/ - /g, " + "],
	[/\bis not null\b/gi, "is null"],
	[/\bis null\b/gi, "is not null"],
	[/\bnot (?=exists|in\b|\$\{)/gi, ""],
	[/\bor\b/gi, "and"],
	[/ desc\b/gi, " asc"],
];

/** In the order of their places. */
export function mutantsOf(code: string): Mutant[] {
	const source = ts.createSourceFile("module.ts", code, ts.ScriptTarget.Latest, true);
	const mutants: Mutant[] = [];
	let depth = 0;
	const add = (node: ts.Node, replacement: string, isStatement = false) => {
		mutants.push({
			start: node.getStart(source),
			end: node.getEnd(),
			replacement,
			isStatement,
			isStatic: depth === 0,
		});
	};
	const textOf = (node: ts.Node) => node.getText(source);

	const addShorter = (node: ts.Node, elements: readonly ts.Node[]) => {
		const start = node.getStart(source);
		for (const [at, element] of elements.entries()) {
			const from = elements[at - 1]?.getEnd() ?? element.getFullStart();
			const to = at === 0 ? (elements[1]?.getFullStart() ?? element.getEnd()) : element.getEnd();
			add(node, textOf(node).slice(0, from - start) + textOf(node).slice(to - start));
		}
	};

	const addSql = (node: ts.Node) => {
		const text = textOf(node);
		for (const changed of changedSql(text)) add(node, changed);
	};

	const visitExpression = (node: ts.Node): void => {
		if (ts.isBinaryExpression(node)) {
			const sign = node.operatorToken.getText(source);
			const swapped = SIGNS.get(sign);
			const joinsTexts = sign === "+" && [node.left, node.right].some(isText);
			if (swapped !== undefined && !joinsTexts)
				add(node, `(${textOf(node.left)}) ${swapped} (${textOf(node.right)})`);
		} else if (ts.isPrefixUnaryExpression(node)) {
			if (node.operator === ts.SyntaxKind.ExclamationToken) add(node, textOf(node.operand));
			if (node.operator === ts.SyntaxKind.MinusToken) add(node, textOf(node.operand));
		} else if (ts.isNumericLiteral(node)) add(node, `(${node.getText(source)} + 1)`);
		else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
		else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
		else if (ts.isConditionalExpression(node)) {
			add(node, textOf(node.whenTrue));
			add(node, textOf(node.whenFalse));
		} else if (ts.isArrayLiteralExpression(node) && !isPattern(node))
			addShorter(node, node.elements);
		else if (ts.isTaggedTemplateExpression(node)) {
			if (/^sql\b/.test(textOf(node.tag))) addSql(node);
		} else if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
			if (IS_SQL.test(textOf(node))) addSql(node);
			const start = node.getStart(source);
			for (const { expression } of node.templateSpans)
				add(
					node,
					textOf(node).slice(0, expression.getStart(source) - 2 - start) +
						textOf(node).slice(expression.getEnd() + 1 - start),
				);
		} else if (
			ts.isStringLiteralLike(node) &&
			IS_SQL.test(node.text) &&
			!ts.isTaggedTemplateExpression(node.parent)
		)
			addSql(node);
		else if (ts.isCallExpression(node) && !ts.isOptionalChain(node)) visitCall(node);
	};

	const visitCall = (node: ts.CallExpression) => {
		const { expression, arguments: args } = node;
		if (/^(?:and|or)$/.test(textOf(expression)) && args.length > 1) addShorter(node, args);
		if (!ts.isPropertyAccessExpression(expression)) return;
		const swapped = METHODS.get(expression.name.text);
		const head = textOf(node).slice(0, expression.name.getStart(source) - node.getStart(source));
		const tail = textOf(node).slice(expression.name.getEnd() - node.getStart(source));
		if (swapped !== undefined) add(node, head + swapped + tail);
		if (/^(?:filter|toSorted|toReversed|trim|toLowerCase)$/.test(expression.name.text))
			add(node, textOf(expression.expression));
	};

	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
		if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
		if (ts.isCallExpression(node) && IS_LOGGING.test(textOf(node.expression))) return;
		const isFunction = ts.isFunctionLike(node);
		if (isFunction) depth++;
		if (ts.isIfStatement(node)) {
			add(node.expression, "true");
			add(node.expression, "false");
		} else if (ts.isExpressionStatement(node)) {
			if (removable(node.expression)) add(node, "", true);
		}
		visitExpression(node);
		ts.forEachChild(node, (child) => {
			const isName =
				(ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) && child === node.name;
			if (!isName || ts.isComputedPropertyName(child)) visit(child);
		});
		if (isFunction) depth--;
	};
	visit(source);
	return mutants;
}

function isText(node: ts.Node): boolean {
	return (
		ts.isStringLiteralLike(node) ||
		ts.isTemplateExpression(node) ||
		(ts.isBinaryExpression(node) && [node.left, node.right].some(isText))
	);
}

/** True for the left side of a destructuring assignment. */
function isPattern(node: ts.ArrayLiteralExpression): boolean {
	return ts.isBinaryExpression(node.parent) && node.parent.left === node
		? node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
		: ts.isForOfStatement(node.parent) && node.parent.initializer === node;
}

/** Calls and assignments; removing `super()` would only break the class. */
function removable(node: ts.Expression): boolean {
	const inner = ts.isAwaitExpression(node) || ts.isVoidExpression(node) ? node.expression : node;
	if (ts.isCallExpression(inner)) return inner.expression.kind !== ts.SyntaxKind.SuperKeyword;
	return ts.isBinaryExpression(inner) || ts.isPostfixUnaryExpression(inner);
}

function changedSql(text: string): string[] {
	const changed: string[] = [];
	const isInHole = holesOf(text);
	for (const [pattern, swapped] of SQL_SWAPS)
		for (const match of text.matchAll(pattern))
			if (!isInHole[match.index] && !(match[0] === " = " && isAssignment(text, match.index)))
				changed.push(
					text.slice(0, match.index) + swapped + text.slice(match.index + match[0].length),
				);
	for (const match of text.matchAll(/\b(?:and|where)\b/gi)) {
		const { index } = match;
		if (isInHole[index] || /\bbetween\s+\S+\s+$/i.test(text.slice(0, index))) continue;
		const from = index + match[0].length;
		const end = endOfCondition(text, from, isInHole);
		if (/^and$/i.test(match[0])) changed.push(text.slice(0, index) + text.slice(end));
		else changed.push(`${text.slice(0, from)} true ${text.slice(end)}`);
	}
	return changed;
}

/** True if the equals sign at this index assigns a column instead of comparing. */
function isAssignment(text: string, at: number): boolean {
	const words = text.slice(0, at).match(/\b(?:set|where|and|or|on|when|having|not)\b/gi) ?? [];
	return words.at(-1)?.toLowerCase() === "set";
}

/** For each character, whether it is inside of \`\${…}\`. */
function holesOf(text: string): boolean[] {
	const inside: boolean[] = [];
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		if (depth === 0 && text.startsWith("${", at)) {
			inside[at++] = true;
			depth = 1;
		} else if (depth > 0 && text[at] === "{") depth++;
		else if (depth > 0 && text[at] === "}") depth--;
		inside[at] = depth > 0 || text[at] === "}";
	}
	return inside;
}

function endOfCondition(text: string, from: number, isInHole: readonly boolean[]): number {
	const next =
		/\b(?:and|or|order by|group by|having|returning|limit|on conflict|union|end|then)\b/iy;
	let depth = 0;
	for (let at = from; at < text.length; at++) {
		if (isInHole[at]) continue;
		if (text[at] === "(") depth++;
		if (text[at] === ")" && depth-- === 0) return at;
		next.lastIndex = at;
		if (depth === 0 && /\s/.test(text[at - 1] ?? "") && next.test(text)) return at;
	}
	return text.length - 1;
}

/** Puts each mutant behind a switch: `__mutant(number)` says whether it is on. Keeps line numbers. */
export function withSwitches(code: string, mutants: readonly Mutant[], first: number): string {
	const places = new Map<string, { mutant: Mutant; number: number }[]>();
	for (const [at, mutant] of mutants.entries()) {
		const key = `${mutant.start} ${mutant.end}`;
		places.set(key, [...(places.get(key) ?? []), { mutant, number: first + at }]);
	}
	const ordered = [...places.values()].toSorted(
		([a], [b]) =>
			(a?.mutant.start ?? 0) - (b?.mutant.start ?? 0) ||
			(b?.mutant.end ?? 0) - (a?.mutant.end ?? 0),
	);
	let next = 0;
	const emit = (from: number, to: number): string => {
		let text = "";
		let at = from;
		for (let place = ordered[next]; place; place = ordered[next]) {
			const [
				{
					mutant: { start, end, isStatement },
				} = {} as never,
			] = place;
			if (start >= to) break;
			next++;
			text += code.slice(at, start);
			const inner = emit(start, end);
			const switches = place.map(({ mutant, number }) => ({
				on: `globalThis.__mutant(${number})`,
				replacement: mutant.replacement,
			}));
			text += isStatement
				? // In braces, so that an `else` after it stays with its own `if`.
					`{ if (!(${switches[0]?.on})) {${inner}} }`
				: `(${switches.map(({ on, replacement }) => `${on} ? (${replacement}) : `).join("")}(${inner}))`;
			at = end;
		}
		return text + code.slice(at, to);
	};
	return emit(0, code.length);
}
