import type { PlatformCtx } from "../context.ts";
import type { Mail } from "./mail.ts";
import type { MailCause, MailKind } from "./mail-limits.ts";

type LayoutTexts = {
	lang: string;
	/** for clients that don't open the button */
	buttonHint: (values: { url: string }) => string;
};

/** HTML and text are both generated from it. */
export type MailContent = {
	kind: MailKind;
	cause: MailCause;
	to: string;
	layout: LayoutTexts;
	/** made one line */
	subject: string;
	/** by default the subject */
	heading?: string;
	/** the address of a JPEG, 1200 by 630 pixels, of what `action` opens; the action then comes first */
	picture?: string;
	paragraphs: readonly string[];
	/** another user's text; nothing in it becomes a link */
	quote?: string;
	rows?: readonly (readonly [label: string, value: string])[];
	action?: { label: string; url: string };
	secondAction?: { label: string; url: string };
	code?: string;
	notes?: readonly string[];
	footerLinks?: readonly { label: string; url: string }[];
	dedupeKey?: string;
	unsubscribeUrl?: string;
};

const ink = "#1B1A17";
const muted = "#6A655B";
const line = "#E7E3DA";
const green = "#0F7B5F";
const table = "width:100%;border-spacing:0;";
const font =
	"font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";

/** Controls would break headers, and direction marks could disguise addresses. */
function oneLine(text: string): string {
	return text
		.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ")
		.replace(/ {2,}/g, " ")
		.trim();
}

// Mail clients support neither style sheets nor modern layout.
function Layout({ appName, origin, content }: LayoutProps) {
	const { layout, heading, subject, paragraphs, rows, action, secondAction, code, notes } = content;
	const { quote, footerLinks, picture } = content;
	const button = action && (
		<p style="margin:24px 0 8px;">
			<a
				href={action.url}
				style={`display:inline-block;background:${green};color:#FFFFFF;text-decoration:none;font-size:15px;font-weight:600;padding:12px 20px;border-radius:10px;`}
			>
				{action.label}
			</a>
		</p>
	);
	return (
		<html lang={layout.lang}>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<meta name="color-scheme" content="light" />
				<title>{subject}</title>
			</head>
			<body style={`margin:0;padding:0;background:#FBFAF7;color:${ink};${font}`}>
				<table role="presentation" style={table}>
					<tr>
						<td style="padding:32px 16px;text-align:center;">
							<table
								role="presentation"
								style={`${table}max-width:560px;margin:0 auto;text-align:left;`}
							>
								<tr>
									<td style="padding:0 0 16px;font-size:17px;font-weight:700;">
										<a href={origin} style={`color:${ink};text-decoration:none;`}>
											{appName}
										</a>
									</td>
								</tr>
								<tr>
									<td
										style={`background:#FFFFFF;border:1px solid ${line};border-radius:16px;padding:32px;`}
									>
										{picture && (
											<img
												src={picture}
												alt=""
												width="494"
												style="display:block;width:100%;height:auto;margin:0 0 24px;border-radius:10px;"
											/>
										)}
										<h1 style="margin:0 0 16px;font-size:21px;line-height:1.3;">
											{heading ?? subject}
										</h1>
										{picture && button}
										{paragraphs.map((text) => (
											<p
												key={text}
												style="margin:0 0 16px;font-size:15px;line-height:1.6;white-space:pre-line;"
											>
												{text}
											</p>
										))}
										{quote && (
											<blockquote
												style={`margin:0 0 16px;padding:4px 0 4px 16px;border-left:3px solid ${line};font-size:15px;line-height:1.6;white-space:pre-line;overflow-wrap:anywhere;`}
											>
												{quote}
											</blockquote>
										)}
										{code && (
											<p style="margin:8px 0 24px;font-size:28px;font-weight:700;letter-spacing:4px;">
												{code}
											</p>
										)}
										{rows && <Rows rows={rows} />}
										{!picture && button}
										{secondAction && (
											<p style="margin:8px 0;font-size:15px;">
												<a href={secondAction.url} style={`color:${green};`}>
													{secondAction.label}
												</a>
											</p>
										)}
									</td>
								</tr>
								<tr>
									<td
										style={`padding:16px 0 0;font-size:13px;line-height:1.6;color:${muted};overflow-wrap:anywhere;`}
									>
										{notes?.map((note) => (
											<p key={note} style="margin:0 0 8px;">
												{note}
											</p>
										))}
										{footerLinks?.map(({ label, url }) => (
											<p key={url} style="margin:0 0 8px;">
												<a href={url} style={`color:${muted};`}>
													{label}
												</a>
											</p>
										))}
										{action && (
											<p style="margin:0 0 8px;">{layout.buttonHint({ url: action.url })}</p>
										)}
									</td>
								</tr>
							</table>
						</td>
					</tr>
				</table>
			</body>
		</html>
	);
}
type LayoutProps = { appName: string; origin: string; content: MailContent };

function Rows({ rows }: { rows: NonNullable<MailContent["rows"]> }) {
	return (
		<table role="presentation" style={`${table}margin:8px 0 16px;font-size:15px;`}>
			{rows.map(([label, value]) => (
				<tr key={label}>
					<td style={`padding:8px 16px 8px 0;color:${muted};border-top:1px solid ${line};`}>
						{label}
					</td>
					<td
						style={`padding:8px 0;text-align:right;border-top:1px solid ${line};overflow-wrap:anywhere;`}
					>
						{value}
					</td>
				</tr>
			))}
		</table>
	);
}

function textOf(appName: string, content: MailContent): string {
	const { heading, subject, paragraphs, rows, action, secondAction, code, notes } = content;
	const button = action && `${action.label}:\n${action.url}`;
	return [
		heading ?? subject,
		content.picture && button,
		...paragraphs,
		content.quote?.replaceAll(/^/gm, "> "),
		code,
		rows?.map(([label, value]) => `${label}: ${value}`).join("\n"),
		!content.picture && button,
		secondAction && `${secondAction.label}:\n${secondAction.url}`,
		...(notes ?? []),
		...(content.footerLinks ?? []).map(({ label, url }) => `${label}: ${url}`),
		`-- \n${appName}`,
	]
		.filter(Boolean)
		.join("\n\n");
}

export function composeMail(ctx: Pick<PlatformCtx, "config">, content: MailContent): Mail {
	const { APP_NAME: appName, APP_ORIGIN: origin } = ctx.config;
	const shown = {
		...content,
		subject: oneLine(content.subject),
		...(content.heading && { heading: oneLine(content.heading) }),
	};
	return {
		kind: content.kind,
		cause: content.cause,
		to: content.to,
		subject: shown.subject,
		text: textOf(appName, shown),
		html: `<!doctype html>${<Layout appName={appName} origin={origin} content={shown} />}`,
		...(content.dedupeKey !== undefined && { dedupeKey: content.dedupeKey }),
		...(content.unsubscribeUrl !== undefined && { unsubscribeUrl: content.unsubscribeUrl }),
	};
}
