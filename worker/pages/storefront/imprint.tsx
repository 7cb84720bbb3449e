import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { plainPage } from "../../platform/http/plain-page.tsx";

/** Not in `paths`, which lists screens. */
export const IMPRINT_PATH = "/imprint";

export const hasImprint = ({ config }: Pick<Ctx, "config">): boolean => config.IMPRINT_NAME !== "";

/** Rendered by the Worker: screens are rendered at build time, when the variables aren't known. */
export function serveImprint(ctx: Ctx): Promise<Response> {
	const { config, locale } = ctx;
	const texts = pageTexts(locale).imprint;
	const address = config.IMPRINT_ADDRESS.split(/\s*\|\s*/).map((line) => (
		<div key={line}>{line}</div>
	));
	const email = <a href={`mailto:${config.IMPRINT_EMAIL}`}>{config.IMPRINT_EMAIL}</a>;
	const rows = [
		{ label: texts.name, variable: config.IMPRINT_NAME, shown: config.IMPRINT_NAME },
		{ label: texts.address, variable: config.IMPRINT_ADDRESS, shown: address },
		{ label: texts.email, variable: config.IMPRINT_EMAIL, shown: email },
		{ label: texts.phone, variable: config.IMPRINT_PHONE, shown: config.IMPRINT_PHONE },
		{ label: texts.register, variable: config.IMPRINT_REGISTER, shown: config.IMPRINT_REGISTER },
		{ label: texts.vatId, variable: config.IMPRINT_VAT_ID, shown: config.IMPRINT_VAT_ID },
	];
	return plainPage(
		{ title: texts.title, appName: config.APP_NAME, lang: locale },
		<>
			<p class="screen">
				<a href={paths.home}>← {texts.back({ appName: config.APP_NAME })}</a>
			</p>
			<h1>{texts.title}</h1>
			<table>
				{rows
					.filter(({ variable }) => variable !== "")
					.map(({ label, shown }) => (
						<tr key={label}>
							<th scope="row">{label}</th>
							<td>{shown}</td>
						</tr>
					))}
			</table>
		</>,
	);
}
