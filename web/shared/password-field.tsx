import Eye from "icons:eye";
import EyeOff from "icons:eye-off";
import { type ComponentProps, type ReactNode, useState } from "react";
import { useCommonTexts } from "../lib/texts/common-texts.ts";
import { Field } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";

type Props = Omit<ComponentProps<"input">, "type" | "prefix"> & {
	label: ReactNode;
	hint?: ReactNode;
	error?: string | undefined;
};

export function PasswordField({ label, hint, error, ...input }: Props) {
	const t = useCommonTexts();
	const [shown, setShown] = useState(false);
	return (
		<Field label={label} hint={hint} error={error} name={input.name}>
			{(wiring) => (
				<span className="input pe-1" aria-invalid={wiring["aria-invalid"] || undefined}>
					<input {...input} {...wiring} type={shown ? "text" : "password"} />
					<button
						type="button"
						className="btn btn-ghost btn-square btn-sm text-muted"
						aria-label={t(shown ? "common.hidePassword" : "common.showPassword")}
						onClick={() => setShown(!shown)}
					>
						<Icon of={shown ? EyeOff : Eye} />
					</button>
				</span>
			)}
		</Field>
	);
}
