TEXTS = {"help": ("Only a test has this", "只用于测试")}
