import type { User } from "../../../worker/contract/accounts/accounts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useTexts } from "./texts.ts";

type Props = { email: string; onDone: (user: User) => void; onClose: () => void };

/** A dialog above the screen whose request found the session ended. */
export function SignInDialog({ email, onDone, onClose }: Props) {
	const t = useTexts();
	return (
		<Dialog open onClose={onClose} title={t("auth.againTitle")} closeLabel={t("auth.close")}>
			<p className="mb-5 text-muted">{t("auth.againText")}</p>
			<SignInForm email={email} onDone={onDone} />
		</Dialog>
	);
}
