"""Practice of one learner: five hands that find a mistake, what comes next, and when a rule comes back."""
