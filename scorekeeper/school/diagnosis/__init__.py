"""What a learner may believe: slips, misreads, and what answers show of them."""
