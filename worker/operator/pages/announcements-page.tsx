import { desc, gt } from "drizzle-orm";
import type { OperatorCtx } from "../../accounts/operator-only.ts";
import { LOCALES } from "../../contract/locales.ts";
import { MAILS_PER_RUN } from "../../trust/support/announcements/send-announcements.ts";
import { type AnnouncedTexts, announcements } from "../../trust/support/announcements/tables.ts";
import { addressedCreators } from "../acts/announce.ts";
import { consolePage } from "./layout.tsx";
import { Table, Time } from "./pieces.tsx";

type Done = { done?: string | undefined };

/** What was announced, and the form for another one; with `draft` how it will look. */
export async function announcementsPage(
	ctx: OperatorCtx,
	{ done, draft }: Done & { draft?: AnnouncedTexts },
): Promise<Response> {
	const [creators, earlier] = await Promise.all([
		addressedCreators(ctx),
		ctx.replica
			.select()
			.from(announcements)
			.where(gt(announcements.createdAt, 0))
			.orderBy(desc(announcements.createdAt))
			.limit(20),
	]);
	const minutes = Math.ceil(creators / MAILS_PER_RUN);
	const languages = Object.entries(LOCALES);
	return consolePage(
		ctx,
		{ title: "Announcements", section: "/operator/announcements", done },
		<>
			<h1>{draft ? "Is this what you want to send?" : "Announcements"}</h1>
			<p class="muted">
				A mail to {creators} {creators === 1 ? "creator" : "creators"} with a confirmed address,{" "}
				{MAILS_PER_RUN} a minute: about {minutes} {minutes === 1 ? "minute" : "minutes"} in all.
			</p>
			{draft && (
				<section>
					{Object.entries(draft).map(([locale, text]) => (
						<div key={locale} class="entry">
							<span class="tag">{locale}</span> <strong>{text?.subject}</strong>
							<pre>{text?.text}</pre>
						</div>
					))}
					<form method="post" action="/operator/announcements/send" class="row">
						{Object.entries(draft).flatMap(([locale, text]) => [
							<input key={locale} type="hidden" name={`subject-${locale}`} value={text?.subject} />,
							<input
								key={`${locale}-text`}
								type="hidden"
								name={`text-${locale}`}
								value={text?.text}
							/>,
						])}
						<button type="submit" class="danger">
							Send to {creators} {creators === 1 ? "creator" : "creators"}
						</button>
					</form>
				</section>
			)}
			<section>
				<h2>{draft ? "Change it" : "Write to all creators"}</h2>
				<form method="post" action="/operator/announcements/preview" class="act">
					{languages.map(([locale, name]) => (
						<div key={locale}>
							<h3>{name}</h3>
							<label>
								Subject
								<input
									name={`subject-${locale}`}
									maxlength={150}
									required={locale === "en"}
									value={draft?.[locale]?.subject ?? ""}
								/>
							</label>
							<label>
								Text
								{locale !== "en" && <small>Empty: these creators get the English.</small>}
								<textarea name={`text-${locale}`} maxlength={5000} required={locale === "en"}>
									{draft?.[locale]?.text ?? ""}
								</textarea>
							</label>
						</div>
					))}
					<div>
						<button type="submit" class={draft ? "" : "main"}>
							Preview
						</button>
					</div>
				</form>
			</section>
			<section>
				<h2>Sent</h2>
				<Table
					head={["When", "Subject", "Mails", "State"]}
					rows={earlier.map((one) => [
						<Time key="at" ms={one.createdAt} />,
						one.texts.en.subject,
						String(one.sent),
						one.finishedAt === null ? "being sent" : "sent",
					])}
					empty="Nothing was announced yet."
				/>
			</section>
		</>,
	);
}
