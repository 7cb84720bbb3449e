import { type ComponentType, createElement, type ReactNode, use } from "react";

/**
 * A component in a chunk of its own. It suspends until the chunk is there, but not after `load`, so that
 * hydration isn't delayed.
 */
export type LatePart<P> = ComponentType<P> & {
	load: () => Promise<unknown>;
	/** for a server, which has the component already */
	provide: (component: ComponentType<P>) => void;
};

export function latePart<
	Name extends string,
	Module extends Record<Name, (props: never) => ReactNode>,
>(importModule: () => Promise<Module>, name: Name): LatePart<Parameters<Module[Name]>[0] & object> {
	type Props = Parameters<Module[Name]>[0] & object;
	let loading: Promise<ComponentType<Props>> | undefined;
	const provide = (component: ComponentType<Props>) => {
		// React reads this mark on a promise and doesn't wait for it.
		loading = Object.assign(Promise.resolve(component), { status: "fulfilled", value: component });
	};
	const load = () => {
		loading ??= importModule().then((module) => {
			// `Props` are those of this component.
			const component = module[name] as ComponentType<Props>;
			provide(component);
			return component;
		});
		return loading;
	};
	const Part = (props: Props) => createElement(use(load()), props);
	return Object.assign(Part, { load, provide });
}
