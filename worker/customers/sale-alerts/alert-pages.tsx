import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { CARD_STYLE } from "../../platform/http/card-style.ts";
import { plainPage } from "../../platform/http/plain-page.tsx";

const alertAction = (slug: string) => `${paths.share(encodeURIComponent(slug))}/tell-me`;

export type AlertFault = { email: string; text: string };

/** Works without script. `isOpening` for a share that has not been open yet. */
export function AlertForm({
	ctx,
	slug,
	isOpening = false,
	fault = null,
}: {
	ctx: Ctx;
	slug: string;
	isOpening?: boolean;
	fault?: AlertFault | null;
}) {
	const texts = pageTexts(ctx.locale).saleAlert;
	return (
		<form method="post" action={alertAction(slug)}>
			<label for="email">{texts.label}</label>
			<input
				id="email"
				name="email"
				type="email"
				autocomplete="email"
				required
				maxlength={254}
				value={fault?.email}
				aria-invalid={fault ? "true" : undefined}
				aria-describedby={fault ? "fault" : undefined}
			/>
			{fault && (
				<p class="fault" id="fault" role="alert">
					{fault.text}
				</p>
			)}
			<button type="submit">{isOpening ? texts.askOpening : texts.ask}</button>
		</form>
	);
}

type View = "confirm" | "confirmed" | "stopped";

const card = (ctx: Ctx, title: string, body: unknown, status = 200) =>
	plainPage(
		{ title, appName: ctx.config.APP_NAME, lang: ctx.locale, style: CARD_STYLE },
		<>
			<header>
				<a href={paths.home}>{ctx.config.APP_NAME}</a>
			</header>
			<main>
				<h1>{title}</h1>
				{body}
			</main>
		</>,
		status,
	);

const ToShare = ({ ctx, slug }: { ctx: Ctx; slug: string }) => (
	<p class="after">
		<a href={paths.share(encodeURIComponent(slug))}>{pageTexts(ctx.locale).saleAlert.toShare}</a>
	</p>
);

/** Looks the same for every address. */
export function sentPage(ctx: Ctx, slug: string, email: string): Promise<Response> {
	const { sent } = pageTexts(ctx.locale).saleAlert;
	return card(
		ctx,
		sent.title,
		<>
			<p>{sent.text({ email })}</p>
			<ToShare ctx={ctx} slug={slug} />
		</>,
	);
}

export function faultPage(
	ctx: Ctx,
	slug: string,
	fault: AlertFault,
	status: number,
): Promise<Response> {
	const texts = pageTexts(ctx.locale).saleAlert;
	return card(ctx, texts.ask, <AlertForm ctx={ctx} slug={slug} fault={fault} />, status);
}

/** Opening it changes nothing: link scanners open every link of a mail. */
export function alertPage(
	ctx: Ctx,
	{ slug, title }: { slug: string; title: string },
	view: View,
): Promise<Response> {
	const texts = pageTexts(ctx.locale).saleAlert;
	return card(
		ctx,
		texts[view].title,
		<>
			<p class="share">
				<strong>{title}</strong>
			</p>
			<p>{texts[view].text}</p>
			{view !== "stopped" && (
				<form method="post">
					<button type="submit" name="do" value={view === "confirm" ? "confirm" : "stop"}>
						{view === "confirm" ? texts.confirm.button : texts.confirmed.button}
					</button>
				</form>
			)}
			<ToShare ctx={ctx} slug={slug} />
		</>,
	);
}

export function goneLinkPage(ctx: Ctx): Promise<Response> {
	const { gone } = pageTexts(ctx.locale).saleAlert;
	return card(ctx, gone.title, <p>{gone.text}</p>, 404);
}
