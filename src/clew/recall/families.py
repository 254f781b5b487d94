"""Words that stand for one another in everyday notes: a question asks for the kids, the memory tells of a son.

By hand, from what people keep notes of, in both languages. A word of the same family counts for less than the word
that was asked for (`clew.recall.weights`), so that a family too wide does little harm. Forms of one word are not here:
the stemmer joins `buy` and `bought`, `child` and `children`.
"""

from __future__ import annotations

from clew.text.terms import terms_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FAMILIES = """
kid child toddler baby son daughter 孩子 小孩 儿子 女儿
parent mother father mom dad mum 父母 妈妈 爸爸 母亲 父亲
mother mom mum 妈妈 母亲
father dad 爸爸 父亲
grandparent grandmother grandfather grandma grandpa 爷爷 奶奶 外公 外婆
sibling brother sister twin 兄弟 姐妹 哥哥 弟弟 姐姐 妹妹
spouse husband wife partner 丈夫 妻子 老公 老婆 爱人 先生 太太
wedding marry marriage engaged bride groom 结婚 婚礼 订婚
relative aunt uncle cousin niece nephew 亲戚 叔叔 阿姨 舅舅
family mother father mom dad parent kid child son daughter brother sister husband wife 家人 家庭
friend buddy pal mate 朋友 好友
colleague coworker teammate 同事 队友
boss manager supervisor lead 老板 领导 上司 经理
boyfriend girlfriend partner date 男友 女友 对象
relationship date married single divorce breakup partner boyfriend girlfriend 恋爱 单身 离婚 分手
doctor physician hospital clinic nurse 医生 医院 大夫 诊所
dentist tooth 牙医 牙齿
lawyer attorney 律师
job work career profession occupation employment 工作 职业 岗位
company firm employer business startup 公司 企业
fired laid quit resign 辞职 离职 裁员
hire recruit 招聘 录用
salary pay wage income 工资 薪水 薪资 收入
buy purchase shop order 购买 买了
price cost expensive cheap fee 价格 价钱 费用 多少钱
money cash budget savings 预算 存款
gift present 礼物
get receive
give donate
make create build craft
begin start launch 开始 启动
end finish complete done 完成 结束
see watch
speak talk say tell discuss mention 提到 讨论
know learn
teach teacher lesson 老师 教师 教学
learn study 学习
write author writer 作者
book novel read 读书 小说
run jog 跑步
swim pool 游泳
sing song singer 唱歌 歌曲
draw sketch 画画
photo picture image photograph pic 照片 图片 相片
movie film cinema 电影
show series episode 电视剧 剧集 节目
music song tune band concert 音乐
musician singer band
instrument guitar piano violin drum flute cello 乐器 吉他 钢琴
game play player 游戏
sport football soccer basketball baseball tennis hockey volleyball 运动 足球 篮球 网球
team club squad 团队 小组
win victory champion award prize medal trophy 获奖 冠军 奖项
race marathon 马拉松 比赛
exercise workout gym fitness train yoga 锻炼 健身
sick ill illness disease 生病 疾病
hurt injury wound pain ache 受伤 疼痛
allergy allergic 过敏
medicine medication pill drug 药物 吃药
stress anxiety anxious worry overwhelm 压力 焦虑
relax unwind calm 放松 休息
happy glad joy excite 高兴 开心
sad upset unhappy depress 难过 伤心
angry mad furious 生气 愤怒
afraid scare fear frighten 害怕 担心
tired exhausted 疲惫 累了
like love enjoy favorite favourite prefer 喜欢 偏好 爱好
favorite favourite best 最爱 最喜欢
hate dislike 讨厌
want wish hope 想要 希望
plan intend goal aim 计划 打算 目标
goal aim dream ambition target 目标 梦想
hobby interest pastime passion 爱好 兴趣
activity hobby event 活动
event festival party concert conference parade ceremony meetup 活动 聚会 会议
attend join participate 参加 出席
trip travel vacation holiday journey tour visit 旅行 旅游 度假 出差
visit go
country nation abroad 国家 国外
city town 城市
home house apartment flat 房子 公寓 住处
live reside 居住 住在
move relocate 搬家 搬到
address street road 地址
neighbor neighbour neighborhood 邻居
school class course lesson 学校 课程
university college degree campus 大学 学位
student pupil classmate 学生 同学
teacher professor tutor instructor coach 老师 教授 教练
education degree college university school study 教育 学历
exam test quiz 考试 测验
hike trail walk 徒步 爬山
camp tent 露营
beach sea ocean coast shore 海边 海滩
mountain hill peak 爬山
forest wood tree 森林
lake river pond
garden plant flower 花园 植物
pet dog cat puppy kitten animal 宠物 小狗 小猫
dog puppy 小狗
cat kitten 小猫
car vehicle truck 汽车 车子
bike bicycle cycle 自行车 骑车
accident crash collision 事故 车祸
flight plane airport fly 航班 飞机 机票
food meal dish cuisine eat 食物 吃饭 饭菜
meal breakfast lunch dinner supper 早餐 午饭 晚饭
cook bake recipe 做饭 烹饪 菜谱
dessert cake pie cookie 甜点 蛋糕
restaurant cafe diner 餐厅 饭店 餐馆
drink beverage coffee tea beer wine juice 咖啡 饮料
vegetarian vegan 素食 吃素
clothes clothing dress shirt shoe jacket outfit 衣服 鞋子
art paint draw sculpture 艺术 绘画
artist painter 画家 艺术家
dance dancer 跳舞 舞蹈
phone mobile cell smartphone 手机 电话
computer laptop pc 电脑 笔记本
volunteer charity 志愿 公益
charity donation fundraiser 慈善 捐款
religion church faith religious god 宗教 信仰
politics political election vote government 政治 选举
military army soldier veteran 军队 当兵
weather rain snow storm 天气 下雨
birthday born 生日 出生
age old 年龄 岁
name call 名字 叫做
kind type sort 种类 类型
big large huge
small little tiny
new recent latest 最新
important significant meaningful special 重要 关键
difficult hard tough challenge 困难 挑战
problem issue trouble difficulty 问题 故障 麻烦
help assist support 帮助 支持
advice suggestion recommend suggest tip 建议 推荐
idea suggestion 想法 主意
agree accept approve 同意 接受
choose pick select decide decision 选择 选用 决定
decide decision choose conclude 决定 选定
reason because why 原因 理由 因为
change modify update 修改 变更 更新
cause reason 原因 导致
need require requirement 需要 需求
rule convention policy guideline 规则 规范 约定
show display present 显示
share publish 分享 发布
opinion think view 看法 意见
feel feeling emotion 感受 心情
nature outdoors outdoor wildlife 大自然 户外
color colour red blue green yellow 颜色
language spanish french english german chinese 语言
database db sql 数据库
table schema column 表结构
repository repo 仓库
bug issue defect fault 缺陷 错误
error exception failure crash 报错 异常 错误 失败 崩溃
fix repair resolve solve patch 修复 解决 修好
deploy release ship rollout 部署 上线 发布
config configuration setting option 配置 设置
documentation docs readme manual 文档 说明
login signin authentication auth 登录 认证
permission access role 权限
password credential secret key token 密码 密钥 口令
delete remove drop 删除 去掉
add create insert 添加 新增 新建
server host machine 服务器 主机
folder directory path 目录 文件夹 路径
function method 函数 方法
library package dependency module 依赖 包
version release tag 版本
branch fork merge 分支 合并
slow performance latency speed timeout 性能 延迟 变慢 超时
cache redis 缓存
queue broker kafka 队列 消息队列
editor ide 编辑器
terminal shell console 终端
api endpoint interface 接口
frontend ui interface page 前端 界面 页面
backend server api 后端
test tests ci 测试
backup snapshot copy 备份
meeting call standup sync 会议 开会
deadline due 截止 期限
task todo ticket 任务 待办
log logging trace 日志
user customer client 用户 客户
contract agreement 合同 协议
refund return 退款 退货
invoice bill payment 发票 账单 付款
"""
_LEAST = 3  # letters that a term and the words that it was made of have in common


def relatives(text: str, terms: Sequence[str]) -> dict[str, str]:
    """Terms that are not asked for but would do: each with the one of `terms` that it stands for."""
    found: dict[str, str] = {}
    for term in terms:
        for family in _families_of(term):
            _join(found, family, term, terms)
    if not text.isascii():
        for word in _unspaced():
            if word in text and _pair(word) in terms:
                for family in _families_with(word):
                    _join(found, family, _pair(word), terms)
    return found


def _join(found: dict[str, str], family: str, term: str, terms: Sequence[str]) -> None:
    for word in family.split():
        other = terms_of(word)[-1] if word.isascii() else _pair(word)
        if other not in terms:
            found.setdefault(other, term)


def _pair(word: str) -> str:
    """What a word without spaces is found by: its first two characters are rarer than either alone."""
    return word[:2]


def _families_of(term: str) -> list[str]:
    """The lines with a word of this term. A stem and its words begin alike, so few have to be looked at."""
    known = _known.get(term)
    if known is None:
        _known[term] = known = list(_look_up(term)) if term.isascii() and term.isalpha() else []
    return known


def _look_up(term: str) -> Iterator[str]:
    beginning = term[: max(_LEAST, len(term) - 1)]
    return (line for word, line in _beginning_with(beginning) if terms_of(word)[-1] == term)


def _families_with(word: str) -> Iterator[str]:
    return (line for found, line in _beginning_with(word) if found == word)


def _beginning_with(start: str) -> Iterator[tuple[str, str]]:
    """Each word that begins so, with its line."""
    at = _FAMILIES.find(f" {start}")
    while at >= 0:
        line = slice(_FAMILIES.rindex("\n", 0, at + 1) + 1, _FAMILIES.index("\n", at + 1))
        yield _FAMILIES[at + 1 : line.stop].split(" ", 1)[0], _FAMILIES[line]
        at = _FAMILIES.find(f" {start}", at + 1)


def _unspaced() -> list[str]:
    if not _words:
        _words.extend(dict.fromkeys(word for word in _FAMILIES.split() if not word.isascii()))
    return _words


_known: dict[str, list[str]] = {}
_words: list[str] = []
_FAMILIES = _FAMILIES.replace("\n", "\n ")
