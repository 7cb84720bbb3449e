import type { Child } from "hono/jsx";
import { type CreatorNames, givenName } from "../../accounts/contract.ts";
import type { ClosedShare } from "../../catalogue/shares/contract/share-view.ts";
import type { ShareRow } from "../../catalogue/shares/tables.ts";
import { VARY_LOCALE } from "../../contract/locales.ts";
import { paths } from "../../contract/paths.ts";
import type { Ctx } from "../../core/context.ts";
import { pageTexts } from "../../core/page-texts.ts";
import { AlertForm } from "../../customers/sale-alerts/alert-pages.tsx";
import { ApiError, failure } from "../../platform/errors.ts";
import { CARD_STYLE } from "../../platform/http/card-style.ts";
import { plainPage } from "../../platform/http/plain-page.tsx";
import type { Closed } from "../../purchases/entitlements/access-sql.ts";
import { CLOSED_CODE } from "../../purchases/entitlements/authorise.ts";
import { hasImprint, IMPRINT_PATH } from "./imprint.tsx";
import { dateText } from "./time-left.ts";

const CODES: readonly string[] = Object.values(CLOSED_CODE);

export const isClosedFailure = (error: unknown): error is ApiError =>
	error instanceof ApiError && CODES.includes(error.code);

/** Reveals nothing about a locked share. */
export function closedFailure(
	closed: Closed,
	{
		share,
		creator,
		verifiedAt,
	}: { share: ShareRow; creator: CreatorNames; verifiedAt: number | null },
): ApiError {
	const at = closed === "not_open" ? share.opensAt : share.expiresAt;
	const isTold = closed === "ended" || (closed === "not_open" && share.passwordHash === null);
	const details: ClosedShare = {
		...(isTold && { title: share.title, creator: givenName(creator) }),
		...(isTold && verifiedAt !== null && { tells: true }),
		...(closed !== "locked" && at !== null && { at: new Date(at).toISOString() }),
	};
	return failure(CLOSED_CODE[closed], { details });
}

const Icon = ({ children }: { children: Child }) => (
	<svg
		width="28"
		height="28"
		viewBox="0 0 24 24"
		fill="none"
		stroke="currentColor"
		stroke-width="2"
		stroke-linecap="round"
		stroke-linejoin="round"
		aria-hidden="true"
	>
		{children}
	</svg>
);

const LOCK = (
	<>
		<rect x="3" y="11" width="18" height="11" rx="2" />
		<path d="M7 11V7a5 5 0 0 1 10 0v4" />
	</>
);
const CLOCK = (
	<>
		<circle cx="12" cy="12" r="9" />
		<path d="M12 7v5l3 2" />
	</>
);

function PasswordForm({ ctx, slug, fault }: { ctx: Ctx; slug: string; fault: string | null }) {
	const { locked } = pageTexts(ctx.locale).closedShare;
	return (
		<form method="post" action={`${paths.share(encodeURIComponent(slug))}/unlock`}>
			<label for="password">{locked.label}</label>
			<input
				id="password"
				name="password"
				type="password"
				autocomplete="off"
				required
				maxlength={200}
				autofocus
				aria-invalid={fault ? "true" : undefined}
				aria-describedby={fault ? "fault" : undefined}
			/>
			{fault && (
				<p class="fault" id="fault" role="alert">
					{fault}
				</p>
			)}
			<button type="submit">{locked.open}</button>
		</form>
	);
}

function texts(ctx: Ctx, error: ApiError) {
	const { closedShare } = pageTexts(ctx.locale);
	const { title, creator, at }: ClosedShare = error.details ?? {};
	const date = at === undefined ? "" : dateText(ctx.locale, Date.parse(at));
	const from = title !== undefined && creator !== undefined ? { title, creator } : null;
	switch (error.code) {
		case CLOSED_CODE.not_open:
			return { heading: closedShare.notOpen.title({ date }), lead: closedShare.notOpen.lead, from };
		case CLOSED_CODE.ended:
			return { heading: closedShare.ended.title({ date }), lead: closedShare.ended.lead, from };
		default:
			return { heading: closedShare.locked.title, lead: closedShare.locked.lead, from: null };
	}
}

/** Reveals nothing about the share; has no script. */
export async function closedSharePage(
	ctx: Ctx,
	slug: string,
	error: ApiError,
	{ fault = null, status = error.status }: { fault?: string | null; status?: number } = {},
): Promise<Response> {
	const { config, locale } = ctx;
	const { closedShare, legalLinks } = pageTexts(locale);
	const isLocked = error.code === CLOSED_CODE.locked;
	const { heading, lead, from } = texts(ctx, error);
	const { tells }: ClosedShare = error.details ?? {};
	const page = await plainPage(
		{ title: heading, appName: config.APP_NAME, lang: locale, style: CARD_STYLE },
		<>
			<header>
				<a href={paths.home}>{config.APP_NAME}</a>
			</header>
			<main>
				<div class="icon">
					<Icon>{isLocked ? LOCK : CLOCK}</Icon>
				</div>
				<h1>{heading}</h1>
				{from && (
					<p class="share">
						<strong>{from.title}</strong>
						{from.creator !== null && (
							<>
								<br />
								{closedShare.by({ creator: from.creator })}
							</>
						)}
					</p>
				)}
				<p>{lead}</p>
				{tells && (
					<AlertForm ctx={ctx} slug={slug} isOpening={error.code === CLOSED_CODE.not_open} />
				)}
				{isLocked && <PasswordForm ctx={ctx} slug={slug} fault={fault} />}
				<p class="after">
					<a href={paths.purchases}>{closedShare.purchases}</a>
				</p>
			</main>
			<nav aria-label={legalLinks.label}>
				<a href={paths.terms}>{closedShare.terms}</a>
				<a href={paths.privacy}>{closedShare.privacy}</a>
				<a href={paths.withdraw}>{legalLinks.withdraw}</a>
				{hasImprint(ctx) && <a href={IMPRINT_PATH}>{legalLinks.imprint}</a>}
			</nav>
		</>,
		status,
	);
	page.headers.set("Vary", VARY_LOCALE);
	page.headers.set("X-Robots-Tag", "noindex");
	return page;
}
