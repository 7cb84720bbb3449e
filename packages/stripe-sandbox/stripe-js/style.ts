import type { Appearance } from "@stripe/stripe-js";

type Variables = Record<string, string>;

const COMMON: Variables = {
	fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
	fontSizeBase: "16px",
	spacingUnit: "4px",
	borderRadius: "5px",
	fontWeightMedium: "500",
};

const THEMES: Record<string, Variables> = {
	stripe: {
		...COMMON,
		colorPrimary: "#0570de",
		colorBackground: "#ffffff",
		colorText: "#30313d",
		colorTextSecondary: "#6d6e78",
		colorTextPlaceholder: "#757680",
		colorDanger: "#df1b41",
	},
	night: {
		...COMMON,
		colorPrimary: "#85d996",
		colorBackground: "#30313d",
		colorText: "#ffffff",
		colorTextSecondary: "#cccccc",
		colorTextPlaceholder: "#9b9ba5",
		colorDanger: "#fe87a1",
	},
};

/** Theme, variables, then the page's own rules. */
export function styleSheet(appearance: Appearance | undefined): string {
	const theme = appearance?.theme ?? "stripe";
	const given: Variables = { ...appearance?.variables };
	const variables = { ...(THEMES[theme] ?? THEMES.stripe), ...given };
	const custom = Object.entries(variables).map(([name, value]) => `--${name}: ${value};`);
	return `:host { display: block; ${custom.join(" ")} }${BASE}${rules(appearance?.rules)}`;
}

const BASE = `
.form { display: grid; gap: calc(var(--spacingUnit) * 3); font-family: var(--fontFamily); font-size: var(--fontSizeBase); line-height: 1.3; color: var(--colorText); text-align: left; }
.row { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: calc(var(--spacingUnit) * 3); align-items: start; }
.field { display: block; position: relative; min-width: 0; }
.Label { display: block; margin-bottom: var(--spacingUnit); font-size: 0.93em; color: var(--colorText); }
.Input { box-sizing: border-box; width: 100%; min-height: 44px; margin: 0; padding: calc(var(--spacingUnit) * 3); font: inherit; color: var(--colorText); background-color: var(--colorBackground); border: 1px solid color-mix(in srgb, var(--colorText) 22%, transparent); border-radius: var(--borderRadius); box-shadow: 0 1px 1px rgb(0 0 0 / 3%), 0 3px 6px rgb(0 0 0 / 2%); outline: 0; appearance: none; transition: border-color 0.15s, box-shadow 0.15s; }
.Input::placeholder { color: var(--colorTextPlaceholder); opacity: 1; }
.Input:focus { border-color: var(--colorPrimary); box-shadow: 0 0 0 3px color-mix(in srgb, var(--colorPrimary) 25%, transparent); }
.Input--invalid { color: var(--colorDanger); border-color: var(--colorDanger); }
select.Input { padding-inline-end: 2.2em; background-image: linear-gradient(45deg, transparent 50%, currentColor 50%), linear-gradient(135deg, currentColor 50%, transparent 50%); background-size: 5px 5px; background-position: right 17px center, right 12px center; background-repeat: no-repeat; }
.Error { margin: var(--spacingUnit) 0 0; font-size: 0.93em; color: var(--colorDanger); }
.Error:empty { display: none; }
.methods { display: flex; flex-wrap: wrap; gap: calc(var(--spacingUnit) * 2); min-width: 0; margin: 0; padding: 0; border: 0; }
.methods[hidden] { display: none; }
.Tab { display: inline-flex; align-items: center; gap: var(--spacingUnit); box-sizing: border-box; min-height: 44px; padding: 0 calc(var(--spacingUnit) * 3); border: 1px solid color-mix(in srgb, var(--colorText) 22%, transparent); border-radius: var(--borderRadius); background-color: var(--colorBackground); cursor: pointer; }
.Tab:focus-within { border-color: var(--colorPrimary); }
.Tab input { margin: 0; accent-color: var(--colorPrimary); }
.note { margin: 0; font-size: 0.85em; color: var(--colorTextSecondary); }
@media (prefers-reduced-motion: reduce) { .Input { transition: none; } }
`;

// `appearance.rules` names the same classes (.Input, .Label, .Error, with states).
function rules(given: Appearance["rules"]): string {
	if (given === undefined) return "";
	return Object.entries(given)
		.map(([selector, declarations]) => {
			const body = Object.entries(declarations ?? {})
				.map(([name, value]) => `${kebab(name)}: ${value};`)
				.join(" ");
			return `${selector} { ${body} }\n`;
		})
		.join("");
}

function kebab(name: string): string {
	return name
		.replace(/^(Webkit|Moz|ms)/, "-$1")
		.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
