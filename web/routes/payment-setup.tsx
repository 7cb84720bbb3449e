export { PaymentSetupPage as default } from "../features/payment-setup/payment-setup-page.tsx";
