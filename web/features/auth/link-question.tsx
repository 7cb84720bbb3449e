import MailQuestion from "icons:mail-question-mark";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/addresses/paths.ts";
import { Button, type ButtonTone, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailedAlert } from "../../ui/failed-alert.tsx";
import type { IconBody } from "../../ui/icon.tsx";
import { useTexts } from "./texts.ts";

type Answer = { label: string; tone?: ButtonTone; send: () => Promise<void> };

type Props = {
	title: string;
	text: string;
	answers: readonly Answer[];
	busy: string;
	failed: string;
	outcome: ReactNode;
};

/** A mailed link's question. Only a click answers it, since mail scanners open links. */
export function LinkQuestion({ title, text, answers, busy, failed, outcome }: Props) {
	const [pending, setPending] = useState<Answer["label"] | null>(null);
	const [failure, setFailure] = useState<unknown>(null);
	async function answer({ label, send }: Answer) {
		setPending(label);
		setFailure(null);
		try {
			await send();
		} catch (error) {
			setFailure(error);
		}
		setPending(null);
	}
	return (
		<div className="gutters max-w-lg py-12">
			<Card>
				{outcome || (
					<EmptyState
						level="h1"
						icon={MailQuestion}
						title={title}
						action={answers.map((one) => (
							<Button
								key={one.label}
								tone={one.tone}
								pending={pending === one.label && busy}
								onClick={() => answer(one)}
							>
								{one.label}
							</Button>
						))}
					>
						{text}
					</EmptyState>
				)}
				<FailedAlert failure={failure} title={failed} />
			</Card>
		</div>
	);
}

type OutcomeProps = { icon: IconBody; title: string; action?: ReactNode; children: ReactNode };

export function Outcome({ action, children, ...state }: OutcomeProps) {
	const t = useTexts();
	const onward = (
		<Link to={paths.home} className={buttonClass("primary")}>
			{t("auth.continue")}
		</Link>
	);
	return (
		<EmptyState level="h1" action={action ?? onward} {...state}>
			<span role="status">{children}</span>
		</EmptyState>
	);
}
