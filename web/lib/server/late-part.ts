import { type ComponentType, createElement, use } from "react";

/**
 * A component in a chunk of its own. It suspends until that is there; after `load` it does not, so that
 * React can take over at once what the server rendered.
 */
export type LatePart<P> = ComponentType<P> & {
	load: () => Promise<unknown>;
	/** for a server, which has it at hand */
	provide: (component: ComponentType<P>) => void;
};

/** @param importPart imports the component */
export function latePart<P extends object>(
	importPart: () => Promise<ComponentType<P>>,
): LatePart<P> {
	let loading: Promise<ComponentType<P>> | undefined;
	const provide = (component: ComponentType<P>) => {
		// The mark by which React knows a promise that it need not wait for.
		loading = Object.assign(Promise.resolve(component), { status: "fulfilled", value: component });
	};
	const load = () => {
		loading ??= importPart().then((component) => {
			provide(component);
			return component;
		});
		return loading;
	};
	const Part = (props: P) => createElement(use(load()), props);
	return Object.assign(Part, { load, provide });
}
