import MailCheck from "icons:mail-check";
import { useState } from "react";
import { Link } from "react-router-dom";
import { supportInput } from "../../../worker/trust/support/contract.ts";
import { paths } from "../../lib/addresses/paths.ts";
import { useChallenge } from "../../lib/forms/use-challenge.ts";
import { useForm } from "../../lib/forms/use-form.ts";
import { usePage } from "../../lib/page/page.ts";
import { sendSupportRequest } from "../../lib/server/queries/support.ts";
import { useSession } from "../../lib/session/session.tsx";
import { ChallengeBox } from "../../shared/challenge-box.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { useTexts } from "./texts.ts";

export function SupportPage() {
	const t = useTexts();
	usePage(t("support.title"));
	const [sentTo, setSentTo] = useState<string | null>(null);
	return (
		<div className="gutters max-w-xl py-10 lg:py-16">
			<h1 className="text-28 sm:text-40">{t("support.title")}</h1>
			<p className="mt-3 text-17 text-muted">{t("support.lead")}</p>
			<p className="mt-3 mb-8 text-muted">
				{t.rich("support.disputes", {
					purchases: <Link className="prose-link" to={paths.purchases} />,
				})}
			</p>
			<Card>
				{sentTo ? (
					<div role="status">
						<EmptyState
							icon={MailCheck}
							title={t("support.sentTitle")}
							action={<Button onClick={() => setSentTo(null)}>{t("support.another")}</Button>}
						>
							{t("support.sentText", { email: sentTo })}
						</EmptyState>
					</div>
				) : (
					<SupportForm onDone={setSentTo} />
				)}
			</Card>
		</div>
	);
}

function SupportForm({ onDone }: { onDone: (email: string) => void }) {
	const t = useTexts();
	const { user } = useSession();
	const challenge = useChallenge("support");
	const form = useForm({
		schema: supportInput,
		async submit(json) {
			await sendSupportRequest(json, challenge.headers());
			onDone(json.email);
		},
	});
	return (
		<Form
			of={form}
			action={t("support.send")}
			busy={t("support.sending")}
			failed={t("support.failed")}
		>
			<TextField
				label={t("support.email")}
				name="email"
				type="email"
				autoComplete="email"
				required
				// The session may be known only after the first render.
				key={user?.email}
				defaultValue={user?.email}
			/>
			<TextField label={t("support.subject")} name="subject" required />
			<TextArea
				label={t("support.message")}
				name="message"
				rows={7}
				required
				hint={t("support.messageHint")}
			/>
			<ChallengeBox challenge={challenge} away={t("support.challengeAway")} />
		</Form>
	);
}
