export { ConfirmCorrectionPage as default } from "../features/purchases/confirm-correction-page.tsx";
