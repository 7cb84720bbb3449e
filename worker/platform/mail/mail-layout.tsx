import type { PlatformCtx } from "../context.ts";
import type { Mail } from "./mail.ts";

/** An address of the product, which begins with `/`, or a whole one. */
type Link = readonly [label: string, url: string];

/** Null is left out. */
type Paragraphs = readonly (string | null)[];

/** HTML and text are both generated from it. */
export type MailContent = {
	/** made one line */
	subject: string;
	/** by default the subject */
	heading?: string;
	/** the address of a JPEG, 1200 by 630 pixels, of the page that `action` opens; the action then comes first */
	picture?: string | null;
	paragraphs: Paragraphs;
	/** another user's text; nothing in it becomes a link */
	quote?: string;
	/** rows without a value are left out */
	rows?: readonly (readonly [label: string, value: string | null])[];
	action?: Link;
	secondAction?: Link;
	code?: string;
	notes?: Paragraphs;
	footerLinks?: readonly Link[];
	dedupeKey?: string;
	unsubscribeUrl?: string;
};

/** How a mail counts, who gets it, and in which language. */
export type MailEnvelope = Pick<Mail, "kind" | "cause" | "to"> & {
	layout: {
		lang: string;
		/** for clients that don't open the button */
		buttonHint: (values: { url: string }) => string;
	};
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
function Layout({ appName, origin, layout, content }: LayoutProps) {
	const { subject, heading, paragraphs, rows, action, secondAction, code, notes } = content;
	const { quote, footerLinks, picture } = content;
	const button = action && (
		<p style="margin:24px 0 8px;">
			<a
				href={action[1]}
				style={`display:inline-block;background:${green};color:#FFFFFF;text-decoration:none;font-size:15px;font-weight:600;padding:12px 20px;border-radius:10px;`}
			>
				{action[0]}
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
										<h1 style="margin:0 0 16px;font-size:21px;line-height:1.3;">{heading}</h1>
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
												<a href={secondAction[1]} style={`color:${green};`}>
													{secondAction[0]}
												</a>
											</p>
										)}
									</td>
								</tr>
								<tr>
									<td
										style={`padding:16px 0 0;font-size:13px;line-height:1.6;color:${muted};overflow-wrap:anywhere;`}
									>
										{notes.map((note) => (
											<p key={note} style="margin:0 0 8px;">
												{note}
											</p>
										))}
										{footerLinks.map(([label, url]) => (
											<p key={url} style="margin:0 0 8px;">
												<a href={url} style={`color:${muted};`}>
													{label}
												</a>
											</p>
										))}
										{action && (
											<p style="margin:0 0 8px;">{layout.buttonHint({ url: action[1] })}</p>
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
type Shown = ReturnType<typeof show>;
type LayoutProps = {
	appName: string;
	origin: string;
	layout: MailEnvelope["layout"];
	content: Shown;
};

function Rows({ rows }: { rows: NonNullable<Shown["rows"]> }) {
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

function textOf(appName: string, content: Shown): string {
	const { heading, paragraphs, rows, action, secondAction, code, notes } = content;
	const button = action?.join(":\n");
	return [
		heading,
		content.picture && button,
		...paragraphs,
		content.quote?.replaceAll(/^/gm, "> "),
		code,
		rows?.map((row) => row.join(": ")).join("\n"),
		!content.picture && button,
		secondAction?.join(":\n"),
		...notes,
		...content.footerLinks.map((link) => link.join(": ")),
		`-- \n${appName}`,
	]
		.filter(Boolean)
		.join("\n\n");
}

/** Omits empty parts, and makes every address absolute. */
function show(origin: string, { subject, heading = subject, ...content }: MailContent) {
	const whole = <T extends string | null | undefined>(url: T) =>
		url?.startsWith("/") ? `${origin}${url}` : url;
	const link = ([label, url]: Link) => [label, whole(url)] as Link;
	return {
		...content,
		subject: oneLine(subject),
		heading: oneLine(heading),
		picture: whole(content.picture),
		paragraphs: content.paragraphs.filter((text) => text !== null),
		rows: content.rows?.flatMap(([label, value]) =>
			value === null ? [] : [[label, value] as const],
		),
		action: content.action && link(content.action),
		secondAction: content.secondAction && link(content.secondAction),
		notes: content.notes?.filter((text) => text !== null) ?? [],
		footerLinks: content.footerLinks?.map(link) ?? [],
		unsubscribeUrl: whole(content.unsubscribeUrl),
	};
}

export function composeMail(
	ctx: Pick<PlatformCtx, "config">,
	{ layout, ...envelope }: MailEnvelope,
	content: MailContent,
): Mail {
	const { APP_NAME: appName, APP_ORIGIN: origin } = ctx.config;
	const shown = show(origin, content);
	const { subject, dedupeKey, unsubscribeUrl } = shown;
	return {
		...envelope,
		subject,
		text: textOf(appName, shown),
		html: `<!doctype html>${<Layout appName={appName} origin={origin} layout={layout} content={shown} />}`,
		...(dedupeKey !== undefined && { dedupeKey }),
		...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
	};
}
