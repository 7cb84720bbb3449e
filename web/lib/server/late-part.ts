import { type ComponentType, createElement, use } from "react";

/**
 * A component in a chunk of its own. It suspends until the chunk is there, but not after `load`, so that
 * hydration isn't delayed.
 */
export type LatePart<P> = ComponentType<P> & {
	load: () => Promise<unknown>;
	/** for a server, which has the component already */
	provide: (component: ComponentType<P>) => void;
};

/** @param importPart imports the component */
export function latePart<P extends object>(
	importPart: () => Promise<ComponentType<P>>,
): LatePart<P> {
	let loading: Promise<ComponentType<P>> | undefined;
	const provide = (component: ComponentType<P>) => {
		// React reads this mark on a promise and doesn't wait for it.
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
