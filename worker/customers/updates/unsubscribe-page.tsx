import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { plainPage } from "../../platform/http/plain-page.tsx";
import type { Sale } from "../../purchases/find-purchase.ts";

export type UnsubscribeView = "ask" | "stopped" | "resumed";

/** Works without script. Opening it changes nothing: link scanners open every link of a mail. */
export function unsubscribePage(ctx: Ctx, sale: Sale, view: UnsubscribeView): Promise<Response> {
	const { APP_NAME: appName } = ctx.config;
	const { locale } = sale.purchase;
	const texts = pageTexts(locale).unsubscribe;
	const name = sale.creator.name ?? texts.thisCreator;
	return plainPage(
		{ title: texts.title, appName, lang: locale },
		<>
			<p class="screen">
				<a href={paths.home}>{appName}</a>
			</p>
			<h1>{texts[view].title({ name })}</h1>
			<p>{texts[view].text({ name })}</p>
			<p class="muted">{texts.stillReceipts}</p>
			<form method="post">
				{view === "stopped" ? (
					<button type="submit" name="do" value="resume">
						{texts.resume}
					</button>
				) : (
					<button type="submit" name="do" value="stop" class="main">
						{texts.stop}
					</button>
				)}
			</form>
		</>,
	);
}
